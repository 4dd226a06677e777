import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { emptyDatabase } from '#server/testing/database.ts';
import { aCustomExam } from '#server/testing/exams.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam, type RunningExam } from '#server/testing/sittings.ts';
import { sealAll } from '#server/testing/tampering.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { restoreBackup } from './restoring.ts';
import { takeBackup } from './taking.ts';

const server = useTestServer();
const silent = () => {};
let root: string;
let exam: RunningExam;

const stops: (() => Promise<unknown>)[] = [];
async function emptyUrl(): Promise<string> {
  const { url, drop } = await emptyDatabase();
  stops.push(drop);
  return url;
}
const backupTo = (folder: string) => takeBackup(server.databaseUrl, folder, '0.1.0', silent);

beforeAll(async () => {
  root = await temporaryFolder('exam-verification-');
  exam = await aRunningExam(server, await aCustomExam(server, { questions: 2 }));
  expect((await exam.save(1, [0], { seq: 1 })).statusCode).toBe(200);
  await exam.finish();
  await sealAll(server);
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
  await rm(root, { recursive: true, force: true });
});

describe('[OPS-4] the verification of a restored backup', () => {
  it('[OPS-4] scores every exam again: ticks that its events do not leave are found', async () => {
    const folder = join(root, 'ticks');
    const { sql } = server.database;
    const setTicks = (ticks: number) =>
      sql.begin(async (tx) => {
        await tx`set local session_replication_role = replica`;
        await tx`update exam_questions set ticks = ${ticks} where exam_id = ${exam.exam.id} and position = 1`;
      });
    await setTicks(2);
    await backupTo(folder);
    await setTicks(1);
    expect(await restoreBackup(await emptyUrl(), folder, {}, silent)).toContain(
      `exam ${exam.exam.id}, question 1: ticks 2 are stored, its events leave 1`,
    );
  });

  it('[OPS-4] compares the head of the audit log with the one of the manifest: a log that was cut is found', async () => {
    const folder = join(root, 'cut');
    const manifest = await backupTo(folder);
    const { audit } = manifest;
    if (!audit) throw new Error('the backup has no head of the log');
    const longer = { ...audit, count: audit.count + 1, hash: 'f'.repeat(audit.hash.length) };
    await writeFile(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, audit: longer }));
    const [found, ...others] = await restoreBackup(await emptyUrl(), folder, {}, silent);
    expect([found, others]).toEqual([expect.stringMatching(/^headCut /), []]);
  });

  it('[SAFE-12] a backup without a heartbeat counts as taken when the server went away', async () => {
    const folder = join(root, 'silent');
    await server.database.sql`delete from heartbeats`;
    const { takenAt } = await backupTo(folder);
    const url = await emptyUrl();
    expect(await restoreBackup(url, folder, {}, silent)).toEqual([]);
    const target = openDatabase(url, { max: 1 });
    const beats = await target.sql<{ at: Date }[]>`select beat_at as at from heartbeats`;
    await target.close();
    expect(beats.map(({ at }) => new Date(at).getTime())).toEqual([new Date(takenAt).getTime()]);
  });
});
