import { setTimeout as pause } from 'node:timers/promises';

/** Lets the database rest after a portion of a long piece of reading, as long as the portion took. */
export type Rest = (startedAt: number) => Promise<void>;

export const restAsLong: Rest = async (startedAt) => {
  await pause(Math.min(1000, performance.now() - startedAt));
};
