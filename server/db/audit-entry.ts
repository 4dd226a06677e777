import { type ErrorCode, type FieldProblem, Refusal } from '#domain/errors.ts';
import type { Author, Database, Transaction } from './database.ts';

export type AuditEntry = {
  readonly action: string;
  readonly entity: string;
  readonly entityId: string | undefined;
  /** What else is to be known of it, where no changed row says it. */
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

/** A refusal that the audit log has to know of, although nothing changed. */
export class RefusedAttempt extends Refusal {
  readonly attempt: AuditEntry;

  constructor(code: ErrorCode, problems: readonly FieldProblem[], attempt: AuditEntry) {
    super(code, {}, problems);
    this.attempt = attempt;
  }
}

/** A transaction whose refused attempts are noted once it has been rolled back. */
export async function transactionWithAttempts<T>(
  database: Database,
  author: Author,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  try {
    return await database.transaction(author, work);
  } catch (error) {
    if (error instanceof RefusedAttempt)
      await database.transaction(author, (tx) => writeAuditEntry(tx, error.attempt));
    throw error;
  }
}
