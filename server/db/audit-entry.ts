import { type ErrorCode, type FieldProblem, Refusal } from '#domain/errors.ts';
import type { AuditAct } from '#i18n/log-text.ts';
import type { Author, Database, Transaction } from './database.ts';

export type AuditEntry = {
  readonly action: AuditAct;
  readonly entity: string;
  readonly entityId: string | undefined;
  /** Details that no changed row holds. */
  readonly after?: Readonly<Record<string, string | number | boolean>>;
};

/** SQL: the author of the transaction, for `actor_id` and `request_id` of an entry. */
export const currentAuthor = (tx: Transaction) => tx`
  nullif(current_setting('app.actor', true), '')::integer, nullif(current_setting('app.request', true), '')`;

/** Writes an audit entry for something no change of an audited table shows, in the same transaction. */
export async function writeAuditEntry(tx: Transaction, entry: AuditEntry): Promise<void> {
  await tx`insert into audit_log (actor_id, request_id, action, entity, entity_id, after)
    values (${currentAuthor(tx)},
            ${entry.action}, ${entry.entity}, ${entry.entityId ?? null},
            ${entry.after === undefined ? null : tx.json(entry.after)})`;
}

/** Names the next changes of this transaction in the audit log, when "update" is too vague. */
export async function nameChanges(tx: Transaction, action: AuditAct | ''): Promise<void> {
  await tx`select set_config('app.action', ${action}, true)`;
}

/** A refusal that is audited although nothing changed. */
export class RefusedAttempt extends Refusal {
  readonly attempt: AuditEntry;

  constructor(code: ErrorCode, problems: readonly FieldProblem[], attempt: AuditEntry) {
    super(code, {}, problems);
    this.attempt = attempt;
  }
}

/** How often an hour the same refused attempt of one person is audited; repeating it must not fill the log. */
const sameAttemptsPerHour = 10;

async function isRepeated(
  tx: Transaction,
  { action, entity, entityId, after }: AuditEntry,
  { actorId }: Author,
): Promise<boolean> {
  const [row] = await tx<{ times: number }[]>`
    select count(*)::int as times from (
      select from audit_log where entity = ${entity} and action = ${action} and at > now() - interval '1 hour'
         and ${entityId === undefined ? tx`entity_id is null` : tx`entity_id = ${entityId}`}
         and actor_id = ${actorId ?? null} and lower(audit_decrypted(after)::text) = lower(${tx.json(after ?? {})}::jsonb::text)
       limit ${sameAttemptsPerHour}) same`;
  return row !== undefined && row.times >= sameAttemptsPerHour;
}

/** A transaction whose refused attempts are audited after the rollback. */
export async function transactionWithAttempts<T>(
  database: Database,
  author: Author,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  try {
    return await database.transaction(author, work);
  } catch (error) {
    if (error instanceof RefusedAttempt)
      await database.transaction(author, async (tx) => {
        if (!(await isRepeated(tx, error.attempt, author))) await writeAuditEntry(tx, error.attempt);
      });
    throw error;
  }
}
