/** Minutes until a mail is tried again, after its first, second … try. When they are used up, it is given up after about a day. */
export const retryMinutes: readonly number[] = [1, 5, 15, 60, 180, 360, 720];

/** Whether a mail is given up after so many tries. */
export const isGivenUp = (tries: number): boolean => tries >= retryMinutes.length;
