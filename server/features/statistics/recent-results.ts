const maxResults = 8;

/** Keeps the last results, so that another page or order of the same figures is not computed again. */
export function recentResults<T>() {
  const results = new Map<string, { readonly fingerprint: string; readonly result: T }>();
  /** The result kept under a key, unless what it rests on has another fingerprint by now or it no longer holds. */
  return async (
    key: string,
    fingerprint: string,
    compute: () => Promise<T>,
    holds: (result: T) => Promise<boolean> = async () => true,
  ): Promise<T> => {
    const found = results.get(key);
    const isCurrent = found?.fingerprint === fingerprint && (await holds(found.result));
    const result = isCurrent ? found.result : await compute();
    results.delete(key);
    results.set(key, { fingerprint, result });
    for (const oldest of [...results.keys()].slice(0, -maxResults)) results.delete(oldest);
    return result;
  };
}
