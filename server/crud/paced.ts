import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

/** In a rush a step of long work is followed by a pause of so many times its length, at most so long. */
const pauses = { times: 8, mostMilliseconds: 2000 } as const;

export type Pace = <T>(step: () => Promise<T>) => Promise<T>;

/** Long work in steps: others get the processor in between, and most of it in a rush. */
export const paceOf =
  (isRush: () => boolean): Pace =>
  async (step) => {
    const began = performance.now();
    const result = await step();
    if (isRush()) await pause(Math.min(pauses.mostMilliseconds, (performance.now() - began) * pauses.times));
    else await nextTurn();
    return result;
  };
