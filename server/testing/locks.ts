import { expect } from 'vitest';
import type { Sql } from '#server/db/database.ts';

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
