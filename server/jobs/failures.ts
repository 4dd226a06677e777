import type { Queryable } from '#server/db/database.ts';

/** The queue creates its tables with the first job. */
export async function hasQueue(sql: Queryable): Promise<boolean> {
  const [row] = await sql<{ exists: boolean }[]>`select to_regclass('jobs.job') is not null as exists`;
  return row?.exists === true;
}

/** The number of failing jobs, and of messages given up in the last week. */
export async function failedCounts(sql: Queryable): Promise<{ jobs: number; mails: number }> {
  const jobs = (await hasQueue(sql))
    ? sql`(select count(*)::int from jobs.job where state in ('retry', 'failed'))`
    : sql`0`;
  const [row] = await sql<{ jobs: number; mails: number }[]>`
    select ${jobs} as jobs, (select count(*)::int
      from (select failed_at from appointment_mails where sent_at is null
            union all select failed_at from contest_mails where sent_at is null) m
     where failed_at > now() - interval '7 days') as mails`;
  return row ?? { jobs: 0, mails: 0 };
}
