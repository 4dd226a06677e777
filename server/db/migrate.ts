import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { projectRoot } from '#server/project-root.ts';
import { openDatabase, type Sql, type Transaction } from './database.ts';
import { refuseOldPostgres } from './oldest-postgres.ts';

const folder = join(projectRoot, 'server/db/migrations');

type Migration = { name: string; text: string; hash: string };

/** The migrations of this version of the product, in order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/** A migration's step that SQL cannot do, run in its transaction. */
export type MigrationStep = (tx: Transaction) => Promise<void>;

/** How a migration waits for a table in use: everything that needs the table queues behind it. */
const lockWaiting = { milliseconds: 2000, pauseMilliseconds: 1000, tries: 100 } as const;
/** It waited too long for a lock, or met a deadlock. */
const isLockError = (error: unknown) => ['55P03', '40P01'].includes((error as { code?: string }).code ?? '');

/**
 * Applies a migration unless it is applied already; other processes wait. While a long reader holds a table that it
 * changes, it gives way after a moment and tries again.
 */
export async function applyMigration(
  sql: Sql,
  migration: Migration,
  step?: MigrationStep,
  waiting: Readonly<Record<keyof typeof lockWaiting, number>> = lockWaiting,
): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await apply(sql, migration, step, waiting.milliseconds);
    } catch (error) {
      if (!isLockError(error) || tried >= waiting.tries) throw error;
      await pause(waiting.pauseMilliseconds);
    }
  }
}

async function apply(
  sql: Sql,
  { name, text, hash }: Migration,
  step: MigrationStep | undefined,
  lockMilliseconds: number,
): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtext('schema_migrations'))`;
    const [known] = await tx<{ hash: string }[]>`select hash from schema_migrations where name = ${name}`;
    if (known && known.hash !== hash) throw new Error(`migration ${name} was edited after it was applied`);
    if (known) return;
    await tx`select set_config('lock_timeout', ${`${lockMilliseconds}ms`}, true)`;
    await tx.unsafe(text);
    await step?.(tx);
    await tx`insert into schema_migrations (name, hash) values (${name}, ${hash})`;
  });
}

/** Creates the table of applied migrations under the same lock, since concurrent creation fails. */
async function openRegister(sql: Sql, log: (line: string) => void): Promise<void> {
  await sql.begin(async (tx) => {
    const [free] = await tx<
      { locked: boolean }[]
    >`select pg_try_advisory_xact_lock(hashtext('schema_migrations')) as locked`;
    if (!free?.locked) {
      log('Waiting to migrate: a backup is being taken, or another process migrates.');
      await tx`select pg_advisory_xact_lock(hashtext('schema_migrations'))`;
    }
    await tx`create table if not exists schema_migrations (
      name text primary key, hash text not null, applied_at timestamptz not null default now())`;
  });
}

/**
 * Those that are not applied as they are. Read without the lock: a start that has nothing to apply waits neither for a
 * backup, which holds it while it is taken, nor for another start.
 */
async function selectUnapplied(sql: Sql, migrations: readonly Migration[]): Promise<readonly Migration[]> {
  const [register] = await sql<
    { exists: boolean }[]
  >`select to_regclass('schema_migrations') is not null as exists`;
  if (!register?.exists) return migrations;
  const applied = await sql<{ name: string; hash: string }[]>`select name, hash from schema_migrations`;
  const hashes = new Map(applied.map(({ name, hash }) => [name, hash]));
  return migrations.filter(({ name, hash }) => hashes.get(name) !== hash);
}

type MigrateOptions = {
  /** Applies only these, to reach the schema of a backup. */
  readonly only?: ReadonlySet<string>;
  /** Set by a restore, which must not be stopped by its own marker. */
  readonly restoring?: boolean;
  /** Says what it waits for. */
  readonly log?: (line: string) => void;
};

/** The schema that marks a database whose restore was not finished or not verified; it holds nothing. */
export const unfinishedRestore = 'restore_unfinished';

async function refuseUnfinishedRestore(sql: Sql): Promise<void> {
  const [found] = await sql<
    { exists: boolean }[]
  >`select to_regnamespace(${unfinishedRestore}) is not null as exists`;
  if (found?.exists)
    throw new Error(
      'A restore into this database was not finished or found something. Restore into a new database, or accept what it found with npm run restore -- --accept.',
    );
}

/**
 * Migrates to the newest schema. Several processes may call it at once: one migrates, the others wait. It waits for a
 * backup that is being taken, if there is something to apply.
 * A migration that was edited after it was applied is refused, since the real schema is then unknown.
 */
export async function migrate(
  url: string,
  steps: Readonly<Record<string, MigrationStep>> = {},
  { only, restoring = false, log = () => undefined }: MigrateOptions = {},
): Promise<void> {
  const database = openDatabase(url, { max: 1 });
  try {
    const [server] = await database.sql<{ version: number }[]>`
      select current_setting('server_version_num')::int as version`;
    refuseOldPostgres(server?.version ?? 0);
    if (!restoring) await refuseUnfinishedRestore(database.sql);
    const wanted = (await readMigrations()).filter(({ name }) => only?.has(name) ?? true);
    const unapplied = await selectUnapplied(database.sql, wanted);
    if (unapplied.length > 0) await openRegister(database.sql, log);
    for (const migration of unapplied) await applyMigration(database.sql, migration, steps[migration.name]);
  } finally {
    await database.close();
  }
}
