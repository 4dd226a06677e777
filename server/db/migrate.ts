import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '#server/project-root.ts';
import { openDatabase, type Sql } from './database.ts';

const folder = join(projectRoot, 'server/db/migrations');

type Migration = { name: string; text: string; hash: string };

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

async function apply(sql: Sql, migration: Migration): Promise<void> {
  await sql.begin(async (tx) => {
    await tx.unsafe(migration.text);
    await tx`insert into schema_migrations (name, hash) values (${migration.name}, ${migration.hash})`;
  });
}

/**
 * Brings the database to the newest schema. Several processes may call it at once: one migrates, the others wait.
 * A migration that was applied and then edited is refused, since nobody could say what the database holds.
 */
export async function migrate(url: string): Promise<void> {
  const database = openDatabase(url, { max: 1 });
  const { sql } = database;
  try {
    await sql`select pg_advisory_lock(hashtext('schema_migrations'))`;
    await sql`create table if not exists schema_migrations (
      name text primary key, hash text not null, applied_at timestamptz not null default now())`;
    const rows = await sql<{ name: string; hash: string }[]>`select name, hash from schema_migrations`;
    const applied = new Map(rows.map((row) => [row.name, row.hash]));
    for (const migration of await readMigrations()) {
      const known = applied.get(migration.name);
      if (known === undefined) await apply(sql, migration);
      else if (known !== migration.hash)
        throw new Error(`migration ${migration.name} was edited after it was applied`);
    }
  } finally {
    await database.close();
  }
}
