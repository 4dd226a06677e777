/**
 * Asks at most once in a period. Until then, and while it is asked again, callers get the last result; they wait for the
 * first one, and instead of one that is older than two periods. A failure is not cached.
 */
export function cachedResult<T, A extends unknown[]>(
  milliseconds: number,
  ask: (...about: A) => Promise<T>,
): (...about: A) => Promise<T> {
  let last: { readonly at: number; readonly result: Promise<T> } | undefined;
  let pending: Promise<T> | undefined;
  const refresh = (...about: A) => {
    pending ??= ask(...about)
      .then((result) => {
        last = { at: performance.now(), result: Promise.resolve(result) };
        return result;
      })
      .finally(() => {
        pending = undefined;
      });
    return pending;
  };
  return (...about) => {
    const age = last ? performance.now() - last.at : Number.POSITIVE_INFINITY;
    if (!last || age > 2 * milliseconds) return refresh(...about);
    if (age > milliseconds) refresh(...about).catch(() => undefined);
    return last.result;
  };
}
