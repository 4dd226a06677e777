import type { Transaction } from './database.ts';

export type AuditEntry = {
  readonly action: string;
  readonly entity: string;
  readonly entityId: string | undefined;
  /** What else is to be known of it; never personal data. */
  readonly after?: Readonly<Record<string, string | number>>;
};

/** Notes in the audit log what no change of an audited table says by itself, in the changing transaction. */
export async function writeAuditEntry(tx: Transaction, entry: AuditEntry): Promise<void> {
  await tx`insert into audit_log (actor_id, request_id, action, entity, entity_id, after)
    values (nullif(current_setting('app.actor', true), '')::integer, nullif(current_setting('app.request', true), ''),
            ${entry.action}, ${entry.entity}, ${entry.entityId ?? null},
            ${entry.after === undefined ? null : tx.json(entry.after)})`;
}

/** What the next changes of this transaction are called in the audit log, where "update" would say too little. */
export async function nameChanges(tx: Transaction, action: string): Promise<void> {
  await tx`select set_config('app.action', ${action}, true)`;
}
