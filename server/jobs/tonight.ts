import type { Database } from '#server/db/database.ts';

/** Hours in the university's time zone. */
export type Hours = { readonly from: number; readonly to: number };

type Claim = {
  readonly day: string;
  /** Lets another process run the job at once. */
  readonly giveBack: () => Promise<void>;
};

/** One process claims tonight's run of a job, a row per day; if it dies, another takes over after an hour. */
export async function claimTonight(
  { sql }: Database,
  table: 'audit_checks' | 'score_checks' | 'retention_runs',
  { from, to }: Hours,
): Promise<Claim | undefined> {
  const [row] = await sql<{ day: string; startedAt: string }[]>`
    insert into ${sql(table)} as claimed (day)
    select current_date where extract(hour from now()) >= ${from} and extract(hour from now()) < ${to}
    on conflict (day) do update set started_at = now()
      where claimed.finished_at is null and claimed.started_at < now() - interval '1 hour'
    returning day, started_at::text as "startedAt"`;
  if (!row) return undefined;
  const { day, startedAt } = row;
  const giveBack = async () => {
    await sql`
      delete from ${sql(table)} where day = ${day} and finished_at is null and started_at = ${startedAt}::timestamptz`;
  };
  return { day, giveBack };
}

/**
 * Runs a long read of tonight. A process that stops before the end, or whose work returns undefined, leaves the night to
 * another.
 */
export async function runTonight<T>(
  database: Database,
  table: 'audit_checks' | 'score_checks',
  hours: Hours,
  stopping: AbortSignal | undefined,
  work: (day: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  const claim = await claimTonight(database, table, hours);
  try {
    const result = claim && (await work(claim.day));
    if (result === undefined) await claim?.giveBack();
    return result;
  } catch (error) {
    if (stopping?.aborted) await claim?.giveBack();
    throw error;
  }
}
