import { entriesOfDay, notedForDay } from '#domain/sign-in/sign-in-days.ts';
import { writeAuditEntry } from '#server/db/audit-entry.ts';
import { type Database, systemAuthor, type Transaction } from '#server/db/database.ts';
import { type RepeatedJob, repeat } from '#server/jobs/repeat.ts';

/** How long to wait after a day ends: a sign-in that started in it may still be written. */
const grace = '1 minute';
/** The batch size; keeps transactions short. */
const batchSize = 500;

/** Whether a sign-in has no entry in the log because its account had too many today. */
export async function isOnlyCounted(tx: Transaction, userId: number, signInId: string): Promise<boolean> {
  const counted = await tx`
    select from sign_in_days where user_id = ${userId} and day = current_date and sign_ins > ${entriesOfDay}
       and not exists (select from audit_log where entity = 'sign_ins' and entity_id = ${signInId} and action = 'signIn')`;
  return counted.count > 0;
}

type Day = {
  readonly userId: number;
  readonly day: string;
  readonly signIns: number;
  readonly lastAt: string;
  readonly lastSignIn: string;
  readonly isErased: boolean;
};

/**
 * Writes the sign-ins of past days that have no entry of their own into the audit log, one entry per account and day with
 * the last of them, and deletes the counters. Each counter is processed by one process. Returns the number processed.
 * The log gets no new entry about an erased person, whose counters an older version may have left.
 */
async function noteSomeDays(database: Database): Promise<number> {
  return database.transaction(systemAuthor, async (tx) => {
    const days = await tx<Day[]>`
      delete from sign_in_days d using users u where u.id = d.user_id and d.ctid in (
        select ctid from sign_in_days where day < (now() - ${grace}::interval)::date order by day limit ${batchSize}
           for update skip locked)
      returning user_id as "userId", day, sign_ins as "signIns", last_at as "lastAt", last_sign_in as "lastSignIn",
                u.erased_at is not null as "isErased"`;
    for (const { userId, day, signIns, lastAt, lastSignIn, isErased } of days) {
      const count = notedForDay(signIns);
      if (count > 0 && !isErased)
        await writeAuditEntry(tx, {
          action: 'signIns',
          entity: 'users',
          entityId: userId.toString(),
          after: { day, count, last_at: lastAt, last_sign_in: lastSignIn },
        });
    }
    return days.length;
  });
}

export async function noteFinishedDays(database: Database): Promise<void> {
  while ((await noteSomeDays(database)) === batchSize);
}

/** Runs every five minutes in every process. */
export const noteSignInDays: RepeatedJob = {
  start: ({ database }, log) => repeat(5 * 60_000, log, () => noteFinishedDays(database)),
};
