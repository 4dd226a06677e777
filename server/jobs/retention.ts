import { writeAuditEntry } from '#server/db/audit-entry.ts';
import { systemAuthor } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { type RepeatedJob, repeat } from './repeat.ts';
import { claimTonight, type Hours } from './tonight.ts';

const everyMs = 600_000;
/**
 * The first opportunity of a day: right after midnight where the server runs at night, otherwise when it
 * starts.
 */
const wholeDay: Hours = { from: 0, to: 24 };

/** Deletes one kind of data whose retention time is over; returns the number of rows. */
export type RetentionRule = { readonly kind: string; remove(services: Services): Promise<number> };

/**
 * Applies the rules unless done today; stores and audits the number of deleted rows of each kind. A kind that cannot be
 * deleted does not keep the others: the rest of the day's run is tried again after an hour.
 */
export async function deleteExpired(
  services: Services,
  rules: readonly RetentionRule[],
  hours = wholeDay,
): Promise<Readonly<Record<string, number>> | undefined> {
  const claim = await claimTonight(services.database, 'retention_runs', hours);
  if (!claim) return undefined;
  const { day } = claim;
  const { database } = services;
  const deleted: Record<string, number> = {};
  const failures: unknown[] = [];
  for (const { kind, remove } of rules)
    try {
      const count = await remove(services);
      deleted[kind] = count;
      // An earlier try of the day may have deleted some.
      await database.sql`
        update retention_runs set deleted = coalesce(deleted, '{}') || jsonb_build_object(${kind}::text,
               coalesce((deleted ->> ${kind}::text)::int, 0) + ${count}::int) where day = ${day}`;
    } catch (failure) {
      failures.push(failure);
    }
  await database.transaction(systemAuthor, async (tx) => {
    if (failures.length === 0) await tx`update retention_runs set finished_at = now() where day = ${day}`;
    if (Object.values(deleted).some((count) => count > 0))
      await writeAuditEntry(tx, {
        action: 'retention',
        entity: 'retention_runs',
        entityId: day,
        after: deleted,
      });
  });
  if (failures.length > 0) throw failures[0];
  return deleted;
}

/** Deletes data older than its setting allows, once a day (SAFE-14). */
export const retentionJob = (rules: readonly RetentionRule[]): RepeatedJob<Services> => ({
  start: (services, log) =>
    repeat(everyMs, log, async () => {
      const deleted = await deleteExpired(services, rules);
      if (deleted) log.info({ deleted }, 'data deleted whose time was over');
    }),
});
