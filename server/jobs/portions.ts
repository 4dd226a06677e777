import { setTimeout as pause } from 'node:timers/promises';

/** Pauses after a portion of a long read for as long as the portion took. */
export type Rest = (startedAt: number) => Promise<void>;

export const restAsLong: Rest = async (startedAt) => {
  await pause(Math.min(1000, performance.now() - startedAt));
};
