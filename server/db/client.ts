import { setTimeout as pause } from 'node:timers/promises';
import {
  type Connection,
  type ConnectionOptions,
  isDeadlock,
  isOutdatedStatement,
  literal,
} from './connection.ts';
import { openListener, type Subscription } from './listener.ts';
import { Pool, type PoolLimits } from './pool.ts';
import { type Queryable, queryableOver, quoted, type Run, type Statement } from './sql.ts';
import { inTransaction, type Transaction } from './transaction.ts';

/** The database outside any transaction: each statement is one of its own, which runs again after a deadlock. */
export interface Sql extends Queryable {
  /**
   * Runs `work` in a transaction on its own connection: all or nothing. After a deadlock, or when the schema changed, it runs
   * again, so it must have no effects beyond its statements.
   */
  begin<T>(work: Work<T>): Promise<T>;
  begin<T>(mode: TransactionMode, work: Work<T>): Promise<T>;
  /** As `begin`, with settings of the transaction, which are sent along with its beginning. */
  beginWith<T>(settings: Readonly<Record<string, string>>, work: Work<T>): Promise<T>;
  /**
   * Listens on a channel. `onListen` runs whenever listening begins, also after a lost connection:
   * notifications in between were missed.
   */
  listen(channel: string, onNotify: (payload: string) => void, onListen?: () => void): Promise<Subscription>;
  /** Closes the client; running statements get this many seconds. */
  end(options?: { readonly timeout?: number }): Promise<void>;
}

type Work<T> = (tx: Transaction) => Promise<T>;
type TransactionMode = 'read only';

/** How often a transaction may run when the database keeps rolling it back in favour of another one. */
const maxRuns = 4;

/** A random pause before the next run, so that the other transaction gets its locks first. */
const beforeNext = (run: number) => pause(20 * run * (1 + Math.random()));

export type ClientOptions = ConnectionOptions & PoolLimits;

/** Opens a database client. It connects on its first statement and survives lost connections. */
export function openClient(address: string, options: ClientOptions): Sql {
  const pool = new Pool(address, options, options);
  const listeners: Subscription[] = [];

  /** Runs work on a connection of its own, again when the database rolled it back in favour of another transaction. */
  const onConnection = async <T>(work: (connection: Connection) => Promise<T>): Promise<T> => {
    const connection = await pool.take();
    try {
      for (let run = 1; ; run += 1) {
        try {
          return await work(connection);
        } catch (error) {
          if (run === 1 && isOutdatedStatement(error)) continue;
          if (run === maxRuns || !isDeadlock(error)) throw error;
          await beforeNext(run);
        }
      }
    } finally {
      pool.release(connection);
    }
  };

  const run: Run = <T extends readonly unknown[]>(statement: Statement, isPrepared: boolean) =>
    onConnection((connection) => connection.run<T>(statement, isPrepared));
  const begin = <T>(command: string, work: Work<T>): Promise<T> =>
    onConnection((connection) => inTransaction(connection, command, work));

  const own: Omit<Sql, keyof Queryable> = {
    begin: <T>(...args: [work: Work<T>] | [mode: TransactionMode, work: Work<T>]): Promise<T> =>
      args.length === 1 ? begin('begin', args[0]) : begin(`begin ${args[0]}`, args[1]),
    beginWith: (settings, work) => {
      const set = Object.entries(settings).map(
        ([name, value]) => `; set local ${quoted(name)} = ${literal(value)}`,
      );
      return begin(`begin${set.join('')}`, work);
    },
    listen: async (channel, onNotify, onListen) => {
      const listening = await openListener(address, options, channel, onNotify, onListen);
      listeners.push(listening);
      return listening;
    },
    end: async ({ timeout = 5 } = {}) => {
      await Promise.all([...listeners.map((listening) => listening.unlisten()), pool.end(timeout)]);
    },
  };
  return Object.assign(queryableOver(run), own) as Sql;
}
