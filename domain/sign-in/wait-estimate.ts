/**
 * After how many seconds to retry: a tenth before the estimated turn, so that an attempt is always waiting
 * when a turn is free and a faster server is not idle.
 */
export const retryAfter = (waitMilliseconds: number): number =>
  Math.max(1, Math.ceil((waitMilliseconds * 0.9) / 1000));
