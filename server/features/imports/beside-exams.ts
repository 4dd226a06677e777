import { setTimeout as pause } from 'node:timers/promises';
import { pauseAfter, rowsAtOnce } from '#domain/imports/beside-exams.ts';
import type { Queryable } from '#server/db/database.ts';
import { areExamsRunning } from '#server/exams/conditions.ts';
import { whenFree } from './when-free.ts';

/** A step of an import, which makes way for official exams (IMP-3). */
type Step = {
  /** How many rows of a batch to take. */
  rowsOf(batchSize: number): number;
  /** Waits after the step, longer while exams run; ends early when the process stops. */
  rest(stopping?: AbortSignal): Promise<void>;
};

export async function startStep(sql: Queryable): Promise<Step> {
  const since = performance.now();
  const isBeside = await whenFree(() => areExamsRunning(sql));
  return {
    rowsOf: (batchSize) => rowsAtOnce(batchSize, isBeside),
    rest: (signal) =>
      pause(pauseAfter(performance.now() - since, isBeside), undefined, { signal }).catch(() => {}),
  };
}
