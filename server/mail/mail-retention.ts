import type { Database } from '#server/db/database.ts';
import type { RetentionRule } from '#server/jobs/retention.ts';

/** Deletes messages older than the given number of days, sent or not. */
async function deleteOldMails({ sql }: Database, days: number): Promise<number> {
  let count = 0;
  for (const table of ['appointment_mails', 'contest_mails']) {
    const deleted =
      await sql`delete from ${sql(table)} where made_at < now() - make_interval(days => ${days})`;
    count += deleted.count;
  }
  return count;
}

export const mailRetention: RetentionRule = {
  kind: 'mails',
  remove: async ({ database, settings }) =>
    deleteOldMails(database, (await settings.current()).mailRetentionDays),
};
