import type { Database } from '#server/db/database.ts';
import { type RepeatedJob, repeat } from '#server/jobs/repeat.ts';

const most = 20;

/** Seals the events of exams that ended, a few at a time so that no transaction grows long; says of how many exams. */
export async function sealExamEvents({ sql }: Database): Promise<number> {
  let total = 0;
  for (;;) {
    const [row] = await sql<{ sealed: number }[]>`select seal_exam_events(${most}) as sealed`;
    total += row?.sealed ?? 0;
    if ((row?.sealed ?? 0) < most) return total;
  }
}

/** Every process takes part; each seals exams that no other holds. */
export const eventSealing: RepeatedJob = {
  start: ({ database }, log) =>
    repeat(5000, log, async () => {
      await sealExamEvents(database);
    }),
};
