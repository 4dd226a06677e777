import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/db/database.ts';
import { pauseUnless } from '#server/jobs/batches.ts';
import { type RepeatedJob, repeat } from '#server/jobs/repeat.ts';
import { runTonight } from '#server/jobs/tonight.ts';
import { checkScores, describeProblem, type ScoreCheck } from './rescoring.ts';

const everyMs = 600_000;
/** In the university's time zone: no exams run then. */
const night = { from: 1, to: 5 };
const maxStored = 1000;
const maxLines = 100;

/** Rescores every finished exam unless done tonight, and stores and logs the differences (SCORE-10). */
export async function rescoreTonight(
  database: Database,
  log: FastifyBaseLogger,
  hours = night,
  stopping?: AbortSignal,
): Promise<ScoreCheck | undefined> {
  return runTonight(database, 'score_checks', hours, stopping, async (day) => {
    const check = await checkScores(database, pauseUnless(stopping));
    await database.sql`
      update score_checks set finished_at = now(), exams = ${check.exams},
             problems = ${JSON.stringify(check.problems.slice(0, maxStored))}::text::jsonb where day = ${day}`;
    if (check.problems.length === 0)
      log.info({ exams: check.exams }, 'all exams were scored again: all scores hold');
    for (const problem of check.problems.slice(0, maxLines))
      log.error({ problem: describeProblem(problem) }, 'a stored score is not what its events give');
    return check;
  });
}

export const nightlyRescoring: RepeatedJob = {
  start: ({ database }, log) =>
    repeat(everyMs, log, async (stopping) => {
      await rescoreTonight(database, log, night, stopping);
    }),
};
