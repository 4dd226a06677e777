/** What a map holds under a key that must be there; plans that name something unknown are a defect. */
export function known<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new Error(`the demo names ${String(key)}, which it never made`);
  return value;
}
