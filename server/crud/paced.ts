import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

/** In a rush, each step is followed by a pause of this multiple of its length, up to a maximum. */
const pauses = { times: 8, maxMilliseconds: 2000 } as const;

export type Pace = <T>(step: () => Promise<T>) => Promise<T>;

/** Runs long work in steps and yields between them, for longer in a rush. */
export const paceOf =
  (isRush: () => boolean): Pace =>
  async (step) => {
    const began = performance.now();
    const result = await step();
    if (isRush()) await pause(Math.min(pauses.maxMilliseconds, (performance.now() - began) * pauses.times));
    else await nextTurn();
    return result;
  };
