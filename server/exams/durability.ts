import type { Sql } from '#server/db/database.ts';

/** Whether a commit on this connection survives a crash of the machine. */
export async function isDurable(sql: Sql): Promise<boolean> {
  const rows = await sql<{ setting: string }[]>`
    select setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')`;
  return rows.length === 3 && rows.every(({ setting }) => setting !== 'off');
}
