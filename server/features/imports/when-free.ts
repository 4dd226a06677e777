import { PoolBusy } from '#server/db/pool.ts';

const maxAttempts = 20;

/** Asks again for a connection while none becomes free in time: a long check should not be lost for a busy moment. */
export async function whenFree<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof PoolBusy) || attempt === maxAttempts) throw error;
    }
}
