import { checkRecords } from '#server/audit/check.ts';
import type { Finding } from '#server/audit/finding.ts';
import { type Head, signerOf } from '#server/audit/head.ts';
import { openSealer } from '#server/audit/sealing.ts';
import type { Sql } from '#server/db/database.ts';
import { sealExamEvents } from '#server/exams/event-sealing.ts';
import type { TestServer } from './server.ts';

/** Seals all pending entries, like a process that has just started. */
export async function sealAll(server: TestServer): Promise<Head | undefined> {
  await sealExamEvents(server.database);
  return (await openSealer(server.database, signerOf(server.services.tokens)).seal()).head;
}

/** Runs the check without pauses and returns its findings. */
export async function findingsOf(
  server: TestServer,
  sql: Sql = server.database.sql,
  expected: readonly Head[] = [],
): Promise<readonly Finding[]> {
  const sign = signerOf(server.services.tokens);
  return (await checkRecords({ ...server.database, sql }, sign, { expected, rest: async () => {} })).findings;
}

/**
 * Applies a change like a database superuser could, by default with all triggers off.
 * Returns the findings of the check and rolls the change back.
 */
export async function findingsAfter(
  server: TestServer,
  change: (sql: Sql) => Promise<unknown>,
  triggers: 'off' | 'on' = 'off',
): Promise<readonly Finding[]> {
  let findings: readonly Finding[] = [];
  const undo = new Error('undo');
  await server.database.sql
    .begin(async (tx) => {
      const sql = tx as unknown as Sql;
      if (triggers === 'off') await sql`set local session_replication_role = replica`;
      await change(sql);
      findings = await findingsOf(server, sql);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return findings;
}

export const kindsOf = (findings: readonly Finding[]) =>
  [...new Set(findings.map(({ kind }) => kind))].sort();

/** Deletes the newest seals with their entries. */
export async function cutLog(sql: Sql, seals: number): Promise<void> {
  const above = sql`(select max(position) - ${seals} from audit_seal)`;
  await sql`delete from audit_log where id in (select audit_id from audit_seal where position > ${above})`;
  await sql`delete from audit_seal where position > ${above}`;
}
