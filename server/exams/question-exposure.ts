import type { Database, Queryable } from '#server/db/database.ts';
import { type RepeatedJob, repeat } from '#server/jobs/repeat.ts';

/** How often a version was served, and when last. */
export type Exposure = {
  readonly versionId: number;
  readonly exposure: number;
  readonly lastServed: string | null;
};

/**
 * The exposure of versions; papers that have not begun do not count. Only papers newer than the last count
 * are counted here.
 */
export async function exposuresOf(
  sql: Queryable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Exposure>> {
  const rows = await sql<Exposure[]>`
    select x.id as "versionId", sum(x.served)::int as exposure, max(x.last) as "lastServed"
      from (select question_version_id as id, served, last_served as last from question_exposures
             where question_version_id = any(${[...ids]}::int[])
            union all
            select q.question_version_id, count(*), max(e.started_at)
              from exams e join exam_questions q on q.exam_id = e.id
             where e.started_at > (select counted_until from exposure_count)
               and q.question_version_id = any(${[...ids]}::int[]) group by q.question_version_id) x
     group by x.id`;
  return new Map(rows.map((row) => [row.versionId, row]));
}

/** Counts the papers begun since the last run, so that reading an exposure stays cheap. */
export async function countExposures({ sql }: Database): Promise<void> {
  await sql`select count_exposures()`;
}

export const countingExposures: RepeatedJob = {
  start: ({ database }, log) => repeat(5 * 60_000, log, () => countExposures(database)),
};
