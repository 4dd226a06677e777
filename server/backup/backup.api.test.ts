import { randomBytes } from 'node:crypto';
import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { HealthReport } from '#contract/administration.ts';
import type { OpenOutage } from '#contract/outages.ts';
import { openDatabase } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { beat } from '#server/exams/outages.ts';
import { type SignedInPerson, signedIn, signedInAs } from '#server/testing/accounts.ts';
import { emptyDatabase } from '#server/testing/database.ts';
import { aCustomExam, type CustomExam } from '#server/testing/exams.ts';
import { untilWaiting } from '#server/testing/locks.ts';
import { testServer, useTestServer } from '#server/testing/server.ts';
import { aRunningExam, type RunningExam, runningExam } from '#server/testing/sittings.ts';
import { sealAll } from '#server/testing/tampering.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { upload } from '#server/testing/upload.ts';
import { loadBackup } from './loading.ts';
import { readManifest } from './manifest.ts';
import { acceptRestore, restoreBackup } from './restoring.ts';
import { takeBackup } from './taking.ts';

const server = useTestServer();
const silent = () => {};
let root: string;
let folder: string;
let admin: SignedInPerson;
let exam: RunningExam;
/** A finished sitting with a recording in two parts. */
let recorded: RunningExam;
/** The highest sequence of question 2 that was acknowledged before the backup began. */
let acknowledged = 0;

const stops: (() => Promise<unknown>)[] = [];
/** An empty database, dropped after the test. */
async function emptyUrl(): Promise<string> {
  const { url, drop } = await emptyDatabase();
  stops.push(drop);
  return url;
}
const restored = (url: string, from = folder) => restoreBackup(url, from, {}, silent);
/** The database that the backup was restored into, and what was found wrong with it. */
let whole: { readonly url: string; readonly problems: readonly string[] };

let custom: CustomExam;
beforeAll(async () => {
  root = await temporaryFolder('exam-backup-');
  folder = join(root, 'one');
  admin = await signedInAs(server, 'admin');
  custom = await aCustomExam(server, { questions: 3 });
  const done = await aRunningExam(server, custom);
  await done.save(1, [0], { seq: 1 });
  await done.finish();
  recorded = done;
  for (const part of [1, 2]) {
    // Random bytes do not compress, so that a part is larger than a page of the database.
    const text = `ș;\t\\N\n${randomBytes(100_000).toString('base64')}`;
    const content = Buffer.from(JSON.stringify([{ type: 4, data: { part, text }, timestamp: part }]));
    const file = { fileName: `${done.exam.groupId}.json`, type: 'application/json' };
    const uploaded = await upload(done.student, 'uploadExamRecording', content, file);
    expect(uploaded.statusCode, uploaded.body).toBe(201);
  }
  await sealAll(server);
  exam = await aRunningExam(server, custom);
  expect((await exam.save(1, [1], { seq: 1 })).statusCode).toBe(200);
  await beat(server.database);

  // Saves continue while the backup is taken.
  let saving = true;
  let seq = 0;
  let newest = 0;
  const saves = (async () => {
    while (saving) {
      seq += 1;
      if ((await exam.save(2, [seq % 2], { seq })).statusCode === 200) newest = seq;
    }
  })();
  await vi.waitFor(() => expect(newest).toBeGreaterThan(5), { timeout: 45_000 });
  acknowledged = newest;
  await takeBackup(server.databaseUrl, folder, '0.1.0', silent);
  saving = false;
  await saves;
  expect(newest).toBeGreaterThan(acknowledged);
  const url = await emptyUrl();
  whole = { url, problems: await restored(url) };
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
  await rm(root, { recursive: true, force: true });
});

describe('[OPS-4] a backup', () => {
  it('[OPS-4] [SAFE-12] taken during saves is restored with every answer acknowledged before it, and its exams continue with credited time', async () => {
    expect(whole.problems).toEqual([]);
    const twin = await testServer({ database: { databaseUrl: whole.url } });
    stops.push(() => twin.close());

    // The student signs in and continues from the state of the backup.
    const student = await signedIn(twin, exam.student);
    const loaded = await student.get(`fullExam?groupId=${exam.exam.groupId}`);
    expect(loaded.statusCode).toBe(200);
    const again = runningExam(twin, student, { ...exam.exam, ...loaded.json() });
    expect(await again.storedAt(1)).toMatchObject({ ticks: 2, seq: 1 });
    expect((await again.storedAt(2)).seq).toBeGreaterThanOrEqual(acknowledged);
    expect((await again.save(3, [0], { seq: 1 })).statusCode).toBe(200);

    // The server is back ten minutes after the backup.
    await twin.database.sql`update heartbeats set beat_at = beat_at - interval '10 minutes'`;
    await twin.database
      .sql`update exams set started_at = started_at - interval '10 minutes' where finished_at is null`;
    await beat(twin.database);
    const boss = await signedIn(twin, admin);
    const [outage] = (await boss.get('administration/outages')).json<OpenOutage[]>();
    expect(outage).toMatchObject({ sittings: 1, impossible: 0 });
    expect(outage?.mostMinutes).toBeGreaterThanOrEqual(10);
    const credited = await boss.post(`administration/outages/${outage?.id}/credit`, { reason: 'Incendiu' });
    expect(credited.json()).toEqual({ credited: 1, impossible: 0, seatTakenNext: [] });
    expect((await again.finish()).statusCode).toBe(200);
  });

  it('[OPS-4] [REC-1] restores the recordings of a sitting byte by byte', async () => {
    expect(whole.problems).toEqual([]);
    const copy = openDatabase(whole.url, { max: 1 });
    stops.push(() => copy.close());
    const partsIn = ({ sql }: Pick<typeof copy, 'sql'>) => sql<{ part: number; content: Buffer }[]>`
      select * from recordings where exam_group_id = ${recorded.exam.groupId} order by part`;
    const [original, again] = [await partsIn(server.database), await partsIn(copy)];
    expect(original.map(({ part }) => part)).toEqual([1, 2]);
    expect(original.every(({ content }) => content.length > 50_000)).toBe(true);
    expect(again).toEqual(original);
    expect(again.map(({ content }, at) => content.equals(original[at]?.content ?? Buffer.of()))).toEqual([
      true,
      true,
    ]);
  });

  it('[OPS-4] lists its contents, and the administration shows when it was taken', async () => {
    const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
    const [counted] = await server.database.sql<
      { users: number }[]
    >`select count(*)::int as users from users`;
    const users = manifest.tables.find(({ name }: { name: string }) => name === 'users');
    expect(users.rows).toBe(counted?.users);
    expect(manifest.audit.count).toBeGreaterThan(0);
    expect(manifest.examEvents).toMatchObject({ sealed: expect.any(Number), newest: expect.any(String) });
    const { backup } = (await admin.get('administration/health')).json<HealthReport>();
    expect(backup).toEqual({
      state: 'good',
      takenAt: expect.stringContaining(manifest.takenAt.slice(0, 19)),
    });
  });

  it('[OPS-4] [PRINT-1] gives no paper the code of one that was drawn after the backup', async () => {
    const twin = await testServer({ database: { databaseUrl: whole.url } });
    stops.push(() => twin.close());
    const { exam: lost } = await aRunningExam(server, custom);
    const { exam: drawn } = await aRunningExam(twin, custom);
    expect(drawn.groupId).toBeGreaterThan(lost.groupId);
  });

  it('[OPS-4] [OPS-5] that is being taken does not keep a server of the same version from starting', async () => {
    const { sql } = server.database;
    let taken: Promise<unknown> | undefined;
    await sql.begin(async (tx) => {
      await tx`lock table users in access exclusive mode`;
      taken = takeBackup(server.databaseUrl, join(root, 'slow'), '0.1.0', silent);
      await untilWaiting(sql, 1, 'exam-platform-backup');
      await migrate(server.databaseUrl);
      await untilWaiting(sql, 1, 'exam-platform-backup');
    });
    await taken;
  });

  it('[OPS-4] is refused when a file is damaged or missing, before anything is written', async () => {
    const damaged = join(root, 'damaged');
    await takeBackup(server.databaseUrl, damaged, '0.1.0', silent);
    const url = await emptyUrl();
    await truncate(join(damaged, 'users.copy.gz'), 20);
    await expect(restored(url, damaged)).rejects.toThrow('users.copy.gz is damaged');
    await rm(join(damaged, 'users.copy.gz'));
    await expect(restored(url, damaged)).rejects.toThrow('users.copy.gz is missing');
    await rm(join(damaged, 'manifest.json'));
    await expect(restored(url, damaged)).rejects.toThrow('no whole backup');
    const target = openDatabase(url, { max: 1 });
    const [made] = await target.sql<{ tables: number }[]>`
      select count(*)::int as tables from pg_class where relnamespace = 'public'::regnamespace`;
    await target.close();
    expect(made).toEqual({ tables: 0 });
  });

  it('[OPS-4] is refused when it is newer than the product, when the target is in use, and when its folder is', async () => {
    const newer = join(root, 'newer');
    const manifest = await takeBackup(server.databaseUrl, newer, '9.0.0', silent);
    const migrations = [...manifest.migrations, { name: '9999_future.sql', hash: 'ff' }];
    await writeFile(join(newer, 'manifest.json'), JSON.stringify({ ...manifest, migrations }));
    await expect(restored(await emptyUrl(), newer)).rejects.toThrow('newer version of the product (9.0.0');
    await writeFile(join(newer, 'manifest.json'), JSON.stringify({ ...manifest, format: 2 }));
    await expect(restored(await emptyUrl(), newer)).rejects.toThrow('newer version of the product');
    await expect(restored(server.databaseUrl)).rejects.toThrow('not empty');
    // Jobs of another database would run on the restored rows.
    const withJobs = await emptyUrl();
    const target = openDatabase(withJobs, { max: 1 });
    await target.sql`create schema jobs create table job (id int)`;
    await target.close();
    await expect(restored(withJobs)).rejects.toThrow('not empty (it has the table jobs.job)');
    await expect(takeBackup(server.databaseUrl, folder, '0.1.0', silent)).rejects.toThrow('not empty');
  });

  it('[OPS-4] whose records were changed outside the product is not served until an operator accepts it', async () => {
    const changed = join(root, 'changed');
    await server.database.sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`update exams set grade = 10 where finished_at is not null`;
    });
    await takeBackup(server.databaseUrl, changed, '0.1.0', silent);
    const url = await emptyUrl();
    const found = await restored(url, changed);
    expect(found.join('\n')).toContain('scoreChanged');
    await expect(migrate(url)).rejects.toThrow('npm run restore -- --accept');
    await acceptRestore(url);
    await migrate(url);
    await expect(acceptRestore(url)).rejects.toThrow('No restore waits');
  });

  it('[OPS-4] with missing rows cannot be accepted, and the database is not served', async () => {
    const broken = join(root, 'broken');
    const manifest = await takeBackup(server.databaseUrl, broken, '0.1.0', silent);
    const tables = manifest.tables.map((table) =>
      table.name === 'users' ? { ...table, rows: table.rows + 1 } : table,
    );
    await writeFile(join(broken, 'manifest.json'), JSON.stringify({ ...manifest, tables }));
    const url = await emptyUrl();
    await expect(restored(url, broken)).rejects.toThrow('users differs from the backup');
    await expect(acceptRestore(url)).rejects.toThrow('never loaded');
    await expect(migrate(url)).rejects.toThrow('was not finished');
  });

  it('[OPS-4] whose restore was killed before it was verified cannot be accepted, and the database is not served', async () => {
    const url = await emptyUrl();
    await loadBackup(url, folder, await readManifest(folder));
    await expect(acceptRestore(url)).rejects.toThrow('never verified');
    await expect(migrate(url)).rejects.toThrow('was not finished');
  });
});
