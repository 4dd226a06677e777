import type { Sql } from '#server/db/database.ts';

/** What the last save said about the disk of the database. */
export type DiskSpace = { isShort: boolean };

const diskFull = '53100';
export const isDiskFull = (error: unknown) => (error as { code?: unknown } | undefined)?.code === diskFull;

/** Whether saves can commit now; an error says no as well. */
export type SaveProbe = () => Promise<boolean>;

/**
 * Asks as a save would: through the connections of saves, by a write that is durable when the answer comes. It is a message
 * in the write-ahead log and touches no table. Where the last save found no room on the disk, room has to be found as well,
 * since the log can have some when the tables have none.
 */
export function openSaveProbe(sql: Sql, space: DiskSpace): SaveProbe {
  const writesLog = async () => {
    const rows = await sql`
      select pg_logical_emit_message(true, 'exam-platform', 'ready')
        from (select 1 where current_setting('transaction_read_only') = 'off') writable`;
    return rows.length === 1;
  };
  const findsRoom = () => sql`
    create temporary table room_on_disk on commit drop as
      select repeat('x', 1000) as filler from generate_series(1, 1000)`;
  return async () => {
    if (!(await writesLog())) return false;
    if (space.isShort) await findsRoom();
    space.isShort = false;
    return true;
  };
}
