import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

/** Pauses after a batch of a long read for as long as the batch took. */
export type Pause = (startedAt: number) => Promise<void>;

export const pauseAsLong: Pause = async (startedAt) => {
  await pause(Math.min(1000, performance.now() - startedAt));
};

/** Pauses like `pauseAsLong`, but ends the read with an error when the process stops. */
export const pauseUnless =
  (stopping: AbortSignal | undefined): Pause =>
  async (startedAt) => {
    stopping?.throwIfAborted();
    await pauseAsLong(startedAt);
    stopping?.throwIfAborted();
  };

/** Maps a long list in batches, so that the process serves saves in between. */
export async function mapInBatches<T, R>(
  all: readonly T[],
  work: (one: T, index: number) => R,
  atOnce = 50,
): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < all.length; start += atOnce) {
    for (const [index, one] of all.slice(start, start + atOnce).entries())
      results.push(work(one, start + index));
    await nextTurn();
  }
  return results;
}
