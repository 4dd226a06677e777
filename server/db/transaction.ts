import type { Connection } from './connection.ts';
import { type Queryable, queryableOver, type Run, type Statement } from './sql.ts';

/** The database inside a transaction. */
export interface Transaction extends Queryable {
  readonly isTransaction: true;
}

/**
 * Runs `work` between `begin` and `commit` on an exclusive connection. Its statements run one after another,
 * and none after its end. If the work or the commit fails, everything is rolled back.
 */
export async function inTransaction<T>(
  connection: Connection,
  begin: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  let isOver = false;
  let last: Promise<unknown> = Promise.resolve();
  const run: Run = async <T extends readonly unknown[]>(statement: Statement, isPrepared: boolean) => {
    if (isOver) throw new Error('the transaction of this query is over');
    const done = last.then(() => connection.run<T>(statement, isPrepared));
    last = done.catch(() => {});
    return done;
  };
  const tx = Object.assign(queryableOver(run), { isTransaction: true }) as Transaction;

  await connection.command(begin);
  try {
    const result = await work(tx);
    isOver = true;
    await last;
    // PostgreSQL answers `commit` of a failed transaction with a rollback and no error.
    if ((await connection.command('commit')) !== 'COMMIT')
      throw new Error('a statement of the transaction had failed, and it was rolled back');
    return result;
  } catch (error) {
    isOver = true;
    await last;
    // If this fails too, the connection is not reused; closing it ends the transaction.
    if (!connection.isReusable) await connection.command('rollback').catch(() => {});
    throw error;
  }
}
