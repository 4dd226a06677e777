import { accountMemory, addressMemory } from '#domain/sign-in/pace.ts';
import { nameChanges } from '#server/db/audit-entry.ts';
import { type Database, systemAuthor } from '#server/db/database.ts';
import { type RepeatedJob, repeat } from '#server/jobs/repeat.ts';
import type { RetentionRule } from '#server/jobs/retention.ts';

const failureMemory = Math.max(accountMemory, addressMemory);
/** The batch size; keeps transactions short. */
const batchSize = 1000;

/** Repeats a batched deletion until nothing is left. */
async function inBatches(remove: () => Promise<{ readonly count: number }>): Promise<number> {
  let total = 0;
  for (;;) {
    const { count } = await remove();
    total += count;
    if (count < batchSize) return total;
  }
}

/** Deletes expired failures and links; skips rows that another process is deleting. */
export async function removeExpired({ sql }: Database): Promise<void> {
  const removals = [
    () => sql`delete from sign_in_failures where ctid in (
      select ctid from sign_in_failures where at < now() - make_interval(mins => ${failureMemory}) order by at
      limit ${batchSize} for update skip locked)`,
    () => sql`delete from password_links where token_hash in (
      select token_hash from password_links where expires_at < now() order by expires_at
      limit ${batchSize} for update skip locked)`,
  ];
  for (const remove of removals) await inBatches(async () => remove());
}

/** Deletes sign-ins that ended more than the given number of days ago. */
export const removeOldSignIns = ({ sql }: Database, days: number): Promise<number> =>
  inBatches(
    async () => sql`delete from sign_ins where id in (
      select id from sign_ins where expires_at < now() - make_interval(days => ${days}) order by expires_at
      limit ${batchSize} for update skip locked)`,
  );

export const signInRetention: RetentionRule = {
  kind: 'signIns',
  remove: async ({ database, settings }) =>
    removeOldSignIns(database, (await settings.current()).signInRetentionDays),
};

/** Deletes day passwords whose day is over, like sign-ins. */
export const dayPasswordRetention: RetentionRule = {
  kind: 'dayPasswords',
  remove: async ({ database, settings }) => {
    const { signInRetentionDays: days } = await settings.current();
    return inBatches(() =>
      database.transaction(systemAuthor, async (tx) => {
        await nameChanges(tx, 'retention');
        return tx`delete from day_passwords where id in (
          select id from day_passwords where day < current_date - ${days}::int order by id limit ${batchSize} for update skip locked)`;
      }),
    );
  },
};

/** Cleans up every five minutes, outside of requests. */
export const signInCleanUp: RepeatedJob = {
  start: ({ database }, log) => repeat(5 * 60_000, log, () => removeExpired(database)),
};
