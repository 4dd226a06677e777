import { expect } from 'vitest';
import type { Sql, Transaction } from '#server/db/database.ts';

/**
 * Waits until the given number of statements wait for a lock, on all connections or on those with a name.
 * Call it outside the transaction that holds the lock: inside one, PostgreSQL caches the statistics.
 */
export const untilWaiting = async (sql: Sql, count: number, name?: string): Promise<void> => {
  const waiting = async () =>
    (
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and application_name = coalesce(${name ?? null}, application_name)`
    ).count;
  await expect.poll(waiting, { timeout: 60_000, interval: 10 }).toBe(count);
};

export type Lock = (tx: Transaction) => Promise<unknown>;

/** Starts calls one after another while something they need is locked, so that they queue in this order. */
export async function queued<T>(sql: Sql, lock: Lock, ...calls: readonly (() => Promise<T>)[]): Promise<T[]> {
  const started: Promise<T>[] = [];
  await sql.begin(async (tx) => {
    await lock(tx);
    for (const call of calls) {
      started.push(call());
      await untilWaiting(sql, started.length);
    }
  });
  return Promise.all(started);
}
