/**
 * After how many seconds to retry: a tenth before the estimated turn, so that an attempt is always waiting
 * when a turn is free and a faster server is not idle.
 */
export const retryAfter = (waitMilliseconds: number): number =>
  Math.max(1, Math.ceil((waitMilliseconds * 0.9) / 1000));

/** A wait that a client simply waits out, in seconds. */
const shortWait = 20;
/** The share of a longer wait after which it asks again. */
const askAgainShare = 0.6;

/**
 * After how many seconds a client asks again. A queue may become faster than it was when the wait was announced;
 * a client that came back only at its end would be overtaken by later arrivals.
 */
export const askAgainAfter = (announcedSeconds: number): number =>
  announcedSeconds <= shortWait ? announcedSeconds : Math.max(shortWait, announcedSeconds * askAgainShare);
