import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { type Pressure, pauseAfter } from '#server/rush.ts';

/** Each step is followed by a pause of a multiple of its length, up to a maximum: in a rush, and while many exams are taken. */
const pauses = { rush: 8, busy: 1, maxMilliseconds: 2000 } as const;

export type Pace = <T>(step: () => Promise<T>) => Promise<T>;

/** Runs long work in steps and yields between them, for longer in a rush. */
export const paceOf =
  (pressure: Pressure): Pace =>
  async (step) => {
    const began = performance.now();
    const result = await step();
    const milliseconds = pauseAfter(pressure, pauses, performance.now() - began);
    if (milliseconds > 0) await pause(milliseconds);
    else await nextTurn();
    return result;
  };
