import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { describeSchema } from '#server/db/schema-description.ts';
import { stay } from '#server/exams/save-statement.ts';
import { openSaver } from '#server/exams/saver.ts';
import { projectRoot } from '#server/project-root.ts';
import { emptyDatabase, testDatabase } from '#server/testing/database.ts';
import { loadBackup } from './loading.ts';
import { readManifest } from './manifest.ts';
import { restoreBackup } from './restoring.ts';

const released = join(projectRoot, 'server/db/released');
const versions = readdirSync(released).map((version) => [version] as const);

const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});
async function open(made: { readonly url: string; drop(): Promise<void> }) {
  const database = openDatabase(made.url, { max: 4 });
  stops.push(made.drop, () => database.close());
  return database;
}

type Sitting = { examId: number; userId: number; signInId: string; writer: string; tokenEnds: number };

describe.each(versions)('the database of release %s', (version) => {
  const folder = join(released, version);

  it('[OPS-4] is restored, upgraded and found whole: seals, records, scores, and the schema of a new one', async () => {
    const target = await emptyDatabase();
    const upgraded = await open(target);
    expect(await restoreBackup(target.url, folder, {}, () => {})).toEqual([]);
    const fresh = await open(await testDatabase());
    expect(await describeSchema(upgraded.sql)).toBe(await describeSchema(fresh.sql));
    const [kept] = await upgraded.sql<{ finished: number; running: number; saves: number }[]>`
      select count(*) filter (where finished_at is not null)::int as finished,
             count(*) filter (where started_at is not null and finished_at is null)::int as running,
             (select count(*)::int from exam_events where kind = 's') as saves from exams`;
    expect(kept).toEqual({ finished: 2, running: 2, saves: 6 });
  });

  it('[OPS-5] is upgraded while saves run on it: none fails, none is lost', async () => {
    const target = await emptyDatabase();
    const manifest = await readManifest(folder);
    await loadBackup(target.url, folder, manifest);
    const { sql } = await open(target);
    await sql`update exams set deadline = now() + interval '1 hour' where finished_at is null`;
    await sql`update sign_ins set expires_at = now() + interval '1 hour'`;
    const sittings = await sql<Sitting[]>`
      select e.id as "examId", e.user_id as "userId", e.writer_sign_in as "signInId", e.writer,
             extract(epoch from now() + interval '1 hour')::float8 as "tokenEnds"
        from exams e where e.started_at is not null and e.finished_at is null`;
    expect(sittings).toHaveLength(2);

    const saver = openSaver(sql);
    const outcomes: string[] = [];
    const saved: string[] = [];
    let saving = true;
    const students = sittings.map(async (sitting) => {
      for (let seq = 10; saving; seq += 1) {
        const saveId = randomUUID();
        const arrivedAt = performance.now();
        const what = { position: 1, to: stay, seq, ticks: 1 << (seq % 2), skip: false, client: undefined };
        const { outcome } = await saver.save({ ...sitting, ...what, saveId, arrivedAt });
        outcomes.push(outcome);
        saved.push(saveId);
      }
    });
    const more = async () => {
      const before = saved.length;
      await expect.poll(() => saved.length).toBeGreaterThan(before + 20);
    };
    await more();
    await migrate(target.url, {}, { restoring: true });
    await more();
    saving = false;
    await Promise.all(students);
    expect(new Set(outcomes)).toEqual(new Set(['applied']));
    const [stored] = await sql<{ count: number }[]>`
      select count(*)::int as count from exam_events where save_id = any(${saved}::uuid[])`;
    expect(stored).toEqual({ count: saved.length });
    const [level] = await sql<{ count: number }[]>`select count(*)::int as count from schema_migrations`;
    expect(level?.count).toBeGreaterThan(manifest.migrations.length);
  });
});
