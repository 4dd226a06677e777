import { notedForHour } from '#domain/sign-in/failure-hours.ts';
import { writeAuditEntry } from '#server/db/audit-entry.ts';
import { type Database, systemAuthor } from '#server/db/database.ts';
import { type RepeatedJob, repeat } from '#server/jobs/repeat.ts';

/** How long to wait after an hour ends: a failure that started in it may still be written. */
const grace = '1 minute';
/** How long the counters stay for the dashboard, which shows those of 24 hours. */
const kept = '25 hours';
/** The batch size; keeps transactions short. */
const batchSize = 500;

type Hour = { readonly userId: number | null; readonly hour: string; readonly failures: number };

/**
 * Writes the wrong passwords of past hours into the audit log, one entry per account and hour. Each counter is
 * processed by one process. Returns the number of counters processed.
 */
async function noteSomeHours(database: Database): Promise<number> {
  return database.transaction(systemAuthor, async (tx) => {
    const hours = await tx<Hour[]>`
      update sign_in_failure_hours set noted = true where ctid in (
        select ctid from sign_in_failure_hours
         where not noted and hour < date_trunc('hour', now() - ${grace}::interval) order by hour limit ${batchSize}
           for update skip locked)
      returning user_id as "userId", hour, failures`;
    for (const { userId, hour, failures } of hours) {
      const count = notedForHour(failures);
      if (count > 0)
        await writeAuditEntry(tx, {
          action: 'signInFailures',
          entity: 'users',
          entityId: userId?.toString(),
          after: { hour, count },
        });
    }
    return hours.length;
  });
}

async function deleteSomeHours({ sql }: Database): Promise<number> {
  const { count } = await sql`
    delete from sign_in_failure_hours where ctid in (
      select ctid from sign_in_failure_hours
       where noted and hour < now() - ${kept}::interval limit ${batchSize} for update skip locked)`;
  return count;
}

export async function noteFinishedHours(database: Database): Promise<void> {
  while ((await noteSomeHours(database)) === batchSize);
  while ((await deleteSomeHours(database)) === batchSize);
}

/** Runs once a minute in every process. */
export const noteFailureHours: RepeatedJob = {
  start: ({ database }, log) => repeat(60_000, log, () => noteFinishedHours(database)),
};
