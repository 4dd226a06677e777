import type postgres from 'postgres';
import { lastingClient } from './lasting-client.ts';

export type Sql = postgres.Sql;
export type Transaction = postgres.TransactionSql;
/** Where a query may run: on the pool or inside a transaction. */
export type Queryable = Sql | Transaction;
export type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** Who changes something, for the audit log. */
export type Author = { readonly actorId: number | undefined; readonly requestId: string | undefined };

/** What the product does by itself: migrations, demo data, jobs. */
export const theSystem: Author = { actorId: undefined, requestId: undefined };

export type Database = {
  readonly sql: Sql;
  /** Runs `work` in one transaction whose changes the audit log ascribes to `author`. */
  transaction<T>(author: Author, work: (tx: Transaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

const asText = (oid: number) => ({
  to: oid,
  from: [oid],
  serialize: (value: unknown) => String(value),
  parse: (text: string) => text,
});

/** Days and times of day stay text, moments become ISO strings, counts become numbers; the wall clock is Bucharest's. */
export function openDatabase(url: string, options: { max: number } = { max: 10 }): Database {
  const sql = lastingClient(url, {
    max: options.max,
    onnotice: () => {},
    connection: { application_name: 'exam-platform', TimeZone: 'Europe/Bucharest' },
    types: {
      day: asText(1082),
      timeOfDay: { ...asText(1083), parse: (text: string) => text.slice(0, 5) },
      moment: { ...asText(1184), parse: (text: string) => new Date(text).toISOString() },
      count: { ...asText(20), parse: (text: string) => Number(text) },
    },
  });

  return {
    sql,
    transaction: async (author, work) =>
      (await sql.begin(async (tx) => {
        await tx`select set_config('app.actor', ${author.actorId === undefined ? '' : String(author.actorId)}, true),
                        set_config('app.request', ${author.requestId ?? ''}, true)`;
        return work(tx);
      })) as Awaited<ReturnType<typeof work>>,
    close: () => sql.end({ timeout: 5 }),
  };
}
