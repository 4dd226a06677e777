import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { eventLetters } from '#domain/exam-taking/events.ts';
import { openDatabase } from '#server/db/database.ts';
import { migrate, readMigrations } from '#server/db/migrate.ts';
import { describeSchema } from '#server/db/schema-description.ts';
import { projectRoot } from '#server/project-root.ts';
import { emptyDatabase, testDatabase } from '#server/testing/database.ts';
import { untilWaiting } from '#server/testing/locks.ts';
import { startReleasedLoad } from '#server/testing/released-load.ts';
import { loadBackup } from './loading.ts';
import { readManifest } from './manifest.ts';
import { restoreBackup } from './restoring.ts';

const released = join(projectRoot, 'server/db/released');
const versions = readdirSync(released).map((version) => [version] as const);

/** Every migration is applied, some several times; a busy machine takes longer. */
const slow = { timeout: 120_000 };

const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});
async function open(made: { readonly url: string; drop(): Promise<void> }) {
  const database = openDatabase(made.url, { max: 6 });
  stops.push(made.drop, () => database.close());
  return database;
}

/** Tables of a release that are empty in its database, and why. */
const emptyTables: Readonly<Record<string, string>> = {
  audit_pending: 'entries wait there for seconds; older ones are a finding',
  exam_seal_pending: 'exams wait there for seconds',
  recording_uploads: 'has a row only while a recording is uploaded',
};

describe.each(versions)('the database of release %s', (version) => {
  const folder = join(released, version);

  it('[OPS-5] has rows in every table, so that each migration meets some', async () => {
    const { tables } = await readManifest(folder);
    const empty = tables.filter(({ rows }) => rows === 0).map(({ name }) => name);
    expect(tables.length).toBeGreaterThan(60);
    expect(empty).toEqual(Object.keys(emptyTables));
  });

  it(
    '[OPS-4] is restored and upgraded intact: seals, records, scores, and the schema of a new database',
    slow,
    async () => {
      const target = await emptyDatabase();
      const upgraded = await open(target);
      expect(await restoreBackup(target.url, folder, {}, () => {})).toEqual([]);
      const fresh = await open(await testDatabase());
      expect(await describeSchema(upgraded.sql)).toBe(await describeSchema(fresh.sql));
      const [counts] = await upgraded.sql<{ finished: number; running: number; saves: number }[]>`
      select count(*) filter (where finished_at is not null)::int as finished,
             count(*) filter (where started_at is not null and finished_at is null)::int as running,
             (select count(*)::int from exam_events where kind = ${eventLetters.saved}) as saves from exams`;
      expect(counts).toEqual({ finished: 9, running: 2, saves: 8 });
    },
  );

  it(
    '[OPS-5] runs each later migration under the statements of that release: none fails, no save is lost',
    slow,
    async () => {
      const target = await emptyDatabase();
      const manifest = await readManifest(folder);
      await loadBackup(target.url, folder, manifest);
      const database = await open(target);
      const load = await startReleasedLoad(database, folder);
      await load.round();
      const applied = new Set(manifest.migrations.map(({ name }) => name));
      const later = (await readMigrations()).filter(({ name }) => !applied.has(name));
      expect(later.length).toBeGreaterThan(5);
      for (const { name } of later) {
        applied.add(name);
        await migrate(target.url, {}, { only: applied, restoring: true });
        await load.round().catch((cause: unknown) => {
          throw new Error(`the released version fails after ${name}`, { cause });
        });
      }
      const saved = await load.stop();
      const [stored] = await database.sql<{ count: number }[]>`
      select count(*)::int as count from exam_events where save_id = any(${saved}::uuid[])`;
      expect(stored).toEqual({ count: saved.length });
      const fresh = await open(await testDatabase());
      expect(await describeSchema(database.sql)).toBe(await describeSchema(fresh.sql));
    },
  );

  it(
    '[OPS-5] keeps serving the release when its upgrade is killed half-way, and the next start continues',
    slow,
    async () => {
      const target = await emptyDatabase();
      const manifest = await readManifest(folder);
      await loadBackup(target.url, folder, manifest);
      const database = await open(target);
      const { sql } = database;
      const levels = async () =>
        (await sql<{ name: string }[]>`select name from schema_migrations order by name`).map(
          ({ name }) => name,
        );
      const later = (await readMigrations()).map(({ name }) => name).slice(manifest.migrations.length);

      // A migration in the middle waits for a table that is in use; then its session is killed.
      let letGo = () => {};
      const inUse = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      const holding = sql.begin(async (tx) => {
        await tx`select from users limit 1`;
        await inUse;
      });
      const killed = migrate(target.url, {}, { restoring: true }).then(
        () => 'finished',
        () => 'killed',
      );
      await untilWaiting(sql, 1);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
               where datname = current_database() and wait_event_type = 'Lock'`;
      expect(await killed).toBe('killed');
      letGo();
      await holding;
      const halfway = await levels();
      expect(halfway.length).toBeGreaterThan(manifest.migrations.length);
      expect(halfway.length).toBeLessThan(manifest.migrations.length + later.length);

      const load = await startReleasedLoad(database, folder);
      await load.round();
      await migrate(target.url, {}, { restoring: true });
      await load.round();
      await load.stop();
      expect(await levels()).toEqual((await readMigrations()).map(({ name }) => name));
      const fresh = await open(await testDatabase());
      expect(await describeSchema(sql)).toBe(await describeSchema(fresh.sql));
    },
  );
});
