import type { Database } from '#server/db/database.ts';

/** Hours in the university's time zone. */
export type Hours = { readonly from: number; readonly to: number };

/** One process claims tonight's run of a job, a row per day; if it dies, another takes over after an hour. */
export async function claimTonight(
  { sql }: Database,
  table: 'audit_checks' | 'score_checks' | 'retention_runs',
  { from, to }: Hours,
): Promise<string | undefined> {
  const [row] = await sql<{ day: string }[]>`
    insert into ${sql(table)} as claimed (day)
    select current_date where extract(hour from now()) >= ${from} and extract(hour from now()) < ${to}
    on conflict (day) do update set started_at = now()
      where claimed.finished_at is null and claimed.started_at < now() - interval '1 hour'
    returning day`;
  return row?.day;
}
