import type { BackendPriority } from './backend-priority.ts';
import { openClient, type Sql } from './client.ts';
import type { Transaction } from './transaction.ts';

export type { Sql } from './client.ts';
export type { Fragment, Queryable } from './sql.ts';
export type { Transaction } from './transaction.ts';

/** Who makes a change, for the audit log. */
export type Author = { readonly actorId: number | undefined; readonly requestId: string | undefined };

/** The product itself: migrations, demo data, jobs. */
export const systemAuthor: Author = { actorId: undefined, requestId: undefined };

export type Database = {
  readonly sql: Sql;
  /**
   * Runs `work` in one transaction audited under `author`. It may run twice, when the first attempt was rolled back
   * because the schema changed or because of a deadlock, so it must have no effects beyond its statements.
   */
  transaction<T>(author: Author, work: (tx: Transaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

export type DatabaseOptions = {
  readonly max: number;
  /** The connections' name in `pg_stat_activity`. */
  readonly name?: string;
  /** The server cancels statements that run longer; no limit when absent. */
  readonly statementSeconds?: number | undefined;
  /** How long to wait for a free connection before refusing; no limit when absent. */
  readonly waitSeconds?: number | undefined;
  /** Whether a statement may use parallel workers; the database's default when absent. */
  readonly parallel?: boolean | undefined;
  /** Whether every statement is planned for its values: better for searches and filters, dearer for short statements. */
  readonly plansForValues?: boolean | undefined;
  /** Lowers the priority of its database processes; if absent, the priority is unchanged. */
  readonly priority?: BackendPriority | undefined;
};

/** Opens the product's database; its time zone is Europe/Bucharest. */
export function openDatabase(
  url: string,
  {
    max,
    name = 'exam-platform',
    statementSeconds,
    waitSeconds,
    parallel,
    plansForValues,
    priority,
  }: DatabaseOptions = {
    max: 10,
  },
): Database {
  const sql = openClient(url, {
    max,
    name,
    settings: {
      TimeZone: 'Europe/Bucharest',
      ...(statementSeconds !== undefined && { statement_timeout: `${statementSeconds}s` }),
      ...(plansForValues && { plan_cache_mode: 'force_custom_plan' }),
      ...(parallel === false && { max_parallel_workers_per_gather: '0' }),
    },
    waitSeconds,
    priority,
  });

  return {
    sql,
    transaction: ({ actorId = '', requestId = '' }, work) =>
      sql.beginWith({ 'app.actor': String(actorId), 'app.request': requestId }, work),
    close: () => sql.end({ timeout: 5 }),
  };
}
