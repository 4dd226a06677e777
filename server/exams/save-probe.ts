import type { Sql } from '#server/db/database.ts';

/** What the last save reported about the database's disk. */
export type DiskSpace = { isShort: boolean };

const diskFull = '53100';
export const isDiskFull = (error: unknown) => (error as { code?: unknown } | undefined)?.code === diskFull;

/** Whether saves can commit now; an error means no. */
export type SaveProbe = () => Promise<boolean>;

/**
 * Probes the way a save works: through the save connections, with a durable write. The write is a message in the
 * write-ahead log and touches no table. After a save failed on a full disk, a table must also have room, since the
 * log can have space when the tables have none.
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
