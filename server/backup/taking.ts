import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readHeadState } from '#server/audit/head.ts';
import { type Connection, connect } from '#server/db/connection.ts';
import { openDatabase } from '#server/db/database.ts';
import { type Queryable, queryableOver } from '#server/db/sql.ts';
import { type Manifest, writeManifest } from './manifest.ts';
import { copySettings, copyToFile } from './table-copy.ts';

type Print = (line: string) => void;

const sqlOf = (connection: Connection): Queryable =>
  queryableOver((statement) => connection.run(statement, false));

/** Every table of the product with its stored columns; generated ones are recomputed. */
const tablesOf = (sql: Queryable) => sql<{ name: string; columns: string[] }[]>`
  select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
     and a.attgenerated = '' and c.relname <> 'schema_migrations'
   group by c.relname order by c.relname`;

const sequencesOf = (sql: Queryable) => sql<{ name: string; value: string }[]>`
  select sequencename as name, last_value::text as value from pg_sequences
   where schemaname = 'public' and last_value is not null order by 1`;

/** Metadata read in the same snapshot as the rows. */
async function describe(sql: Queryable, product: string): Promise<Omit<Manifest, 'tables' | 'sequences'>> {
  const [now] = await sql<{ at: string; postgres: string }[]>`
    select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, current_setting('server_version') as postgres`;
  const migrations = await sql<{ name: string; hash: string }[]>`
    select name, hash from schema_migrations order by name`;
  const [events] = await sql<Manifest['examEvents'][]>`
    select count(*)::int as events, to_char(max(at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as newest,
           (select count(*)::int from exam_event_seals) as sealed from exam_events`;
  const { last } = await readHeadState(sql);
  return {
    format: 1,
    product,
    postgres: now?.postgres ?? '',
    takenAt: now?.at ?? '',
    migrations: [...migrations],
    audit: last ?? null,
    examEvents: events ?? { events: 0, newest: null, sealed: 0 },
  };
}

async function emptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty. Name a new folder.`);
}

/** The size of the files, and the number of rows. */
async function sizeOf(folder: string, { tables }: Manifest) {
  const sizes = await Promise.all(tables.map(async ({ file }) => (await stat(join(folder, file))).size));
  return {
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
  };
}

/** Records the backup in the database it was taken from. */
async function noteBackup(url: string, takenAt: string, { bytes, rows }: { bytes: number; rows: number }) {
  const database = openDatabase(url, { max: 1 });
  try {
    // Older versions do not have the table.
    const [known] = await database.sql<
      { exists: boolean }[]
    >`select to_regclass('backups') is not null as exists`;
    if (!known?.exists) return;
    await database.sql`
      insert into backups (taken_at, rows, bytes) values (${takenAt}::timestamptz, ${rows}, ${bytes})
      on conflict (one) do update set taken_at = excluded.taken_at, rows = excluded.rows, bytes = excluded.bytes`;
  } finally {
    await database.close();
  }
}

/** Records that a check of the newest backup found nothing; one of an older backup does not count. */
export async function noteChecked(url: string, takenAt: string): Promise<void> {
  const database = openDatabase(url, { max: 1 });
  try {
    await database.sql`update backups set checked_at = now() where taken_at = ${takenAt}::timestamptz`;
  } finally {
    await database.close();
  }
}

/**
 * Writes a whole database into a folder, from one snapshot, while it is served. Does not block readers or
 * writers. Leaves out the job queue, which the next start fills again from the tables.
 */
export async function takeBackup(
  url: string,
  folder: string,
  product: string,
  print: Print,
): Promise<Manifest> {
  await emptyFolder(folder);
  const connection = await connect(url, { name: 'exam-platform-backup', settings: copySettings });
  try {
    // A migration that rewrites a table would empty it for a snapshot taken before.
    await connection.command("select pg_advisory_lock_shared(hashtext('schema_migrations'))");
    await connection.command('begin isolation level repeatable read read only');
    const sql = sqlOf(connection);
    const known = await sql<
      { exists: boolean }[]
    >`select to_regclass('schema_migrations') is not null as exists`;
    if (!known[0]?.exists) throw new Error('The database is not one of this product: it has no migrations.');
    const described = await describe(sql, product);
    const tables: Manifest['tables'] = [];
    for (const { name, columns } of await tablesOf(sql)) {
      const file = `${name}.copy.gz`;
      tables.push({
        name,
        columns,
        file,
        ...(await copyToFile(connection, { name, columns }, join(folder, file))),
      });
    }
    // Read last: a sequence may be ahead of the snapshot, never behind it.
    const sequences = [...(await sequencesOf(sql))];
    await connection.command('commit');
    const manifest = { ...described, tables, sequences };
    await writeManifest(folder, manifest);
    const size = await sizeOf(folder, manifest);
    await noteBackup(url, manifest.takenAt, size);
    print(
      `${size.rows} rows of ${tables.length} tables as of ${manifest.takenAt}, ${size.bytes} bytes, in ${folder}.`,
    );
    return manifest;
  } finally {
    await connection.close().catch(() => {});
  }
}
