import type { Database } from '#server/db/database.ts';
import type { RetentionRule } from '#server/jobs/retention.ts';

/** Deletes messages that were sent or given up before the given number of days. */
export async function deleteOldMails({ sql }: Database, days: number): Promise<number> {
  const gone = await sql`
    delete from appointment_mails
     where made_at < now() - make_interval(days => ${days}) and num_nonnulls(sent_at, failed_at) > 0`;
  return gone.count;
}

export const mailRetention: RetentionRule = {
  kind: 'mails',
  remove: async ({ database, settings }) =>
    deleteOldMails(database, (await settings.current()).mailRetentionDays),
};
