/** Reads a key that must exist in a map; throws on an unknown name in a plan. */
export function known<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new Error(`the demo names ${String(key)}, which it never made`);
  return value;
}
