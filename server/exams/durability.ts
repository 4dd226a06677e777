import type { Sql } from '#server/db/database.ts';

const needed = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

/** Whether a commit on this connection survives a crash of the machine. */
export async function isDurable(sql: Sql): Promise<boolean> {
  const rows = await sql<{ setting: string }[]>`
    select setting from pg_settings where name = any(${[...needed]})`;
  return rows.length === needed.length && rows.every(({ setting }) => setting !== 'off');
}
