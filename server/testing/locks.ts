import { expect } from 'vitest';
import type { Sql } from '#server/db/database.ts';

/**
 * Waits until so many statements wait for a lock, of all connections or of those with a name. Ask outside of the transaction that holds the
 * lock: inside one, PostgreSQL repeats what it said first.
 */
export const untilWaiting = async (sql: Sql, count: number, name?: string): Promise<void> => {
  const waiting = async () =>
    (
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and application_name = coalesce(${name ?? null}, application_name)`
    ).count;
  await expect.poll(waiting, { timeout: 20_000, interval: 10 }).toBe(count);
};
