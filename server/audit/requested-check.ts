import { writeAuditEntry } from '#server/db/audit-entry.ts';
import { type Author, type Database, systemAuthor } from '#server/db/database.ts';
import { type Pause, pauseAsLong, pauseUnless } from '#server/jobs/batches.ts';
import { type RepeatedJob, repeat } from '#server/jobs/repeat.ts';
import { checkRecords } from './check.ts';
import { type AuditServices, type Signer, signerOf } from './head.ts';

const everyMs = 3000;

/** Requests a check of the records; returns the one that waits or runs, if any. */
export async function requestCheck(database: Database, author: Author): Promise<{ id: number }> {
  return database.transaction(author, async (tx) => {
    const [made] = await tx<{ id: number }[]>`
      insert into record_checks (asked_by) values (nullif(current_setting('app.actor', true), '')::integer)
      on conflict ((true)) where finished_at is null do nothing returning id`;
    if (made) {
      await writeAuditEntry(tx, {
        action: 'recordCheckAsked',
        entity: 'record_checks',
        entityId: String(made.id),
      });
      return made;
    }
    const [open] = await tx<{ id: number }[]>`select id from record_checks where finished_at is null`;
    if (!open) throw new Error('the check ended while another was asked for; ask again');
    return open;
  });
}

/** Runs the requested check unless a live process already runs it. */
export async function runRequestedCheck(
  database: Database,
  sign: Signer,
  rest: Pause = pauseAsLong,
): Promise<boolean> {
  const { sql } = database;
  const [taken] = await sql<{ id: number }[]>`
    update record_checks set seen_at = now()
     where finished_at is null and (seen_at is null or seen_at < now() - interval '1 minute') returning id`;
  if (!taken) return false;
  const check = await checkRecords(database, sign, {
    rest: async (startedAt) => {
      await sql`update record_checks set seen_at = now() where id = ${taken.id}`;
      await rest(startedAt);
    },
  });
  await database.transaction(systemAuthor, async (tx) => {
    await tx`
      update record_checks set finished_at = now(), entries = ${check.entries},
             findings = ${JSON.stringify(check.findings)}::text::jsonb where id = ${taken.id}`;
  });
  return true;
}

export const requestedCheck: RepeatedJob<AuditServices> = {
  start: ({ database, tokens }, log) =>
    repeat(everyMs, log, async (stopping) => {
      await runRequestedCheck(database, signerOf(tokens), pauseUnless(stopping));
    }),
};
