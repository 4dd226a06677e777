import type { AuditAct } from '#i18n/log-text.ts';
import type { Author, Database } from '#server/db/database.ts';
import { type Finding, fingerprint } from './finding.ts';
import type { Signer } from './head.ts';

const action: AuditAct = 'findingAcknowledged';

/**
 * Acknowledges findings: they are not reported again, and the log records it permanently. Needs the process's
 * secret.
 */
export async function acknowledge(
  database: Database,
  sign: Signer,
  author: Author,
  findings: readonly Finding[],
  reason: string,
): Promise<void> {
  const rows = findings.map((finding) => {
    const print = fingerprint(finding);
    return { finding: print, reason, signature: sign('audit acknowledged', print) };
  });
  await database.transaction(author, async (tx) => {
    await tx`
      insert into audit_log (actor_id, request_id, action, entity, after)
      select nullif(current_setting('app.actor', true), '')::integer, nullif(current_setting('app.request', true), ''),
             ${action}, 'audit_log', row from jsonb_array_elements(${tx.json(rows)}) row`;
  });
}

/** The findings acknowledged with this secret. */
export async function acknowledgedFingerprints(
  { sql }: Database,
  sign: Signer,
): Promise<ReadonlySet<string>> {
  const rows = await sql<{ finding: string; signature: string }[]>`
    select after ->> 'finding' as finding, after ->> 'signature' as signature from audit_log
     where entity = 'audit_log' and action = ${action}`;
  return new Set(
    rows
      .filter(({ finding, signature }) => signature === sign('audit acknowledged', finding))
      .map(({ finding }) => finding),
  );
}
