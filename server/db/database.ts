import { openClient, type Sql } from './client.ts';
import type { Transaction } from './transaction.ts';

export type { Sql } from './client.ts';
export type { Fragment, Queryable } from './sql.ts';
export type { Transaction } from './transaction.ts';

/** Who changes something, for the audit log. */
export type Author = { readonly actorId: number | undefined; readonly requestId: string | undefined };

/** What the product does by itself: migrations, demo data, jobs. */
export const theSystem: Author = { actorId: undefined, requestId: undefined };

export type Database = {
  readonly sql: Sql;
  /**
   * Runs `work` in one transaction whose changes the audit log ascribes to `author`. It may run a second time from the
   * beginning, after the first was rolled back because the schema had changed: its effects are those of its statements.
   */
  transaction<T>(author: Author, work: (tx: Transaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

export type DatabaseOptions = {
  readonly max: number;
  /** How the connections are called in `pg_stat_activity`. */
  readonly name?: string;
  /** A statement that runs longer is cancelled by the server; absent: none is. */
  readonly statementSeconds?: number | undefined;
  /** Who waits longer for a free connection is refused; absent: everybody waits for their turn. */
  readonly waitSeconds?: number | undefined;
  /** Whether one statement may use several processors of the database; absent: as the database is set up. */
  readonly parallel?: boolean | undefined;
};

/** Opens the database of the product; its wall clock is Bucharest's. */
export function openDatabase(
  url: string,
  { max, name = 'exam-platform', statementSeconds, waitSeconds, parallel }: DatabaseOptions = { max: 10 },
): Database {
  const sql = openClient(url, {
    max,
    name,
    settings: {
      TimeZone: 'Europe/Bucharest',
      ...(statementSeconds !== undefined && { statement_timeout: `${statementSeconds}s` }),
      ...(parallel === false && { max_parallel_workers_per_gather: '0' }),
    },
    waitSeconds,
  });

  return {
    sql,
    transaction: (author, work) =>
      sql.begin(async (tx) => {
        await tx`select set_config('app.actor', ${author.actorId === undefined ? '' : String(author.actorId)}, true),
                        set_config('app.request', ${author.requestId ?? ''}, true)`;
        return work(tx);
      }),
    close: () => sql.end({ timeout: 5 }),
  };
}
