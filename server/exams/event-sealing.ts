import type { Database } from '#server/db/database.ts';
import { type RepeatedJob, repeat } from '#server/jobs/repeat.ts';

const batchSize = 20;

/** Seals the events of finished exams, a few per transaction, until the process stops; returns how many exams. */
export async function sealExamEvents({ sql }: Database, stopping?: AbortSignal): Promise<number> {
  let total = 0;
  while (!stopping?.aborted) {
    const [row] = await sql<{ sealed: number }[]>`select seal_exam_events(${batchSize}) as sealed`;
    total += row?.sealed ?? 0;
    if ((row?.sealed ?? 0) < batchSize) break;
  }
  return total;
}

/** Every process takes part and skips exams another one has locked. */
export const eventSealing: RepeatedJob = {
  start: ({ database }, log) =>
    repeat(5000, log, async (stopping) => {
      await sealExamEvents(database, stopping);
    }),
};
