/**
 * Minutes until the next attempt to send a mail, after the first, second … attempt. They add up to about a
 * day.
 */
export const retryMinutes: readonly number[] = [1, 5, 15, 60, 180, 360, 720];

/** Whether to give up on a mail after this many attempts. */
export const isGivenUp = (tries: number): boolean => tries > retryMinutes.length;
