/**
 * Asks at most once in a period. Until then, and while it is asked again, callers get the last answer; only the first
 * one waits. A failure is not kept.
 */
export function keptAnswer<T, A extends unknown[]>(
  milliseconds: number,
  ask: (...about: A) => Promise<T>,
): (...about: A) => Promise<T> {
  let kept: { readonly at: number; readonly answer: Promise<T> } | undefined;
  let asking: Promise<T> | undefined;
  const askAgain = (...about: A) => {
    asking ??= ask(...about)
      .then((answer) => {
        kept = { at: performance.now(), answer: Promise.resolve(answer) };
        return answer;
      })
      .finally(() => {
        asking = undefined;
      });
    return asking;
  };
  return (...about) => {
    if (!kept) return askAgain(...about);
    if (performance.now() - kept.at > milliseconds) askAgain(...about).catch(() => undefined);
    return kept.answer;
  };
}
