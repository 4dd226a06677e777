import { join } from 'node:path';
import { type Connection, connect } from '#server/db/connection.ts';
import { migrate, unfinishedRestore } from '#server/db/migrate.ts';
import { type Queryable, queryableOver, quoted } from '#server/db/sql.ts';
import type { Manifest } from './manifest.ts';
import { copyFromFile, copySettings, hashOfFile, hashOfTable } from './table-copy.ts';

/** Created in the transaction that loads the rows, to mark that it was committed. */
export const loadedMark = `${unfinishedRestore}.loaded`;
/** Created when the verification has ended, with or without findings. */
export const verifiedMark = `${unfinishedRestore}.verified`;

type Text = { readonly text: string };

/** Commands that drop foreign keys and triggers, and those that restore them. */
async function guardsOf(sql: Queryable): Promise<{ off: string[]; on: string[] }> {
  const keys = await sql<{ off: string; on: string }[]>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as off,
           format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as on
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conrelid, conname`;
  const triggers = await sql<{ off: string; on: string }[]>`
    select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as off,
           format('alter table %s enable %s trigger %I', tgrelid::regclass,
                  case tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, tgname) as on
      from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and t.tgenabled <> 'D' and c.relnamespace = 'public'::regnamespace order by tgrelid, tgname`;
  return {
    off: [...triggers.map(({ off }) => off), ...keys.map(({ off }) => off)],
    on: [...keys.map(({ on }) => on), ...triggers.map(({ on }) => on)],
  };
}

/** Verifies every file of the backup before anything is written. */
export async function checkFiles(folder: string, { tables }: Manifest): Promise<void> {
  for (const { file, fileSha256 } of tables) {
    const found = await hashOfFile(join(folder, file)).catch(() => {
      throw new Error(`${file} is missing in ${folder}.`);
    });
    if (found !== fileSha256) throw new Error(`${file} is damaged: it is not as it was written.`);
  }
}

/** Refuses a database that is not empty, so that nothing is overwritten and no job of another database is run. */
async function refuseUsed(sql: Queryable): Promise<void> {
  const [used] = await sql<Text[]>`
    select c.oid::regclass::text as text from pg_class c
     where relnamespace in ('public'::regnamespace, to_regnamespace('jobs')) and relkind in ('r', 'p')
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by 1 limit 1`;
  if (used)
    throw new Error(
      `The database is not empty (it has the table ${used.text}). Restore into a new, empty database.`,
    );
}

async function loadTables(connection: Connection, folder: string, { tables }: Manifest): Promise<void> {
  // Rows written by migrations are in the backup too.
  await connection.command(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`);
  for (const table of tables) await copyFromFile(connection, table, join(folder, table.file));
  for (const table of tables) {
    const { rows, sha256 } = await hashOfTable(connection, table);
    if (rows !== table.rows || sha256 !== table.sha256)
      throw new Error(`The table ${table.name} differs from the backup after loading.`);
  }
}

/** A paper printed after the backup is lost with its questions; its code, the number of the sitting, must not name another one. */
const unusedCodes = 1_000_000;

/**
 * Loads a backup into an empty database, at the schema of the backup. Loads all rows in one transaction
 * without foreign keys and triggers; restoring the keys validates them.
 */
export async function loadBackup(url: string, folder: string, manifest: Manifest): Promise<void> {
  const connection = await connect(url, { name: 'exam-platform-restore', settings: copySettings });
  const sql = queryableOver((statement) => connection.run(statement, false));
  try {
    await refuseUsed(sql);
    await connection.command(`create schema ${unfinishedRestore}`);
    await migrate(url, {}, { only: new Set(manifest.migrations.map(({ name }) => name)), restoring: true });
    await connection.command('begin');
    const guards = await guardsOf(sql);
    for (const command of guards.off) await connection.command(command);
    await loadTables(connection, folder, manifest);
    for (const { name, value } of manifest.sequences)
      await sql`select setval(${quoted(name)}::regclass, ${value}::bigint)`;
    await sql`select setval('exam_groups_id_seq', (select last_value from exam_groups_id_seq) + ${unusedCodes}::bigint)`;
    for (const command of guards.on) await connection.command(command);
    await connection.command(`create table ${loadedMark} ()`);
    await connection.command('commit');
    await connection.command('analyze');
  } finally {
    await connection.close().catch(() => {});
  }
}
