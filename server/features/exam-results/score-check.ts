import type { ResponseOfCall } from '#contract/call.ts';
import type { latestScoreCheck } from '#contract/students-exams.ts';
import type { Queryable } from '#server/db/database.ts';

/** The newest nightly recomputation of all finished exams. */
export async function lastCheck(sql: Queryable): Promise<ResponseOfCall<typeof latestScoreCheck>> {
  const [check] = await sql<NonNullable<ResponseOfCall<typeof latestScoreCheck>>[]>`
    select day, started_at as "startedAt", finished_at as "finishedAt", exams, coalesce(problems, '[]'::jsonb) as problems
      from score_checks order by day desc limit 1`;
  return check;
}
