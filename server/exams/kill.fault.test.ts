import { rm } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { openDatabase } from '#server/db/database.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { temporaryFolder } from '#server/testing/temporary-folder.ts';
import { run } from '#soak/run.ts';
import { openExamEngine } from './engine.ts';

/** Every run meets other faults; the printed seed repeats them. */
const seed = process.env.SOAK_SEED ?? `${Date.now()}`;
console.log(`SOAK_SEED=${seed}`);

it('[SAFE-1] [SAFE-4] [SAFE-20] nothing acknowledged is lost and the records hold when servers and database are killed and the network misbehaves', async () => {
  const { problems, counts, faults, disruptions, endedBy } = await run({
    seconds: 5,
    candidates: 10,
    students: 300,
    disruptions: ['worker', 'database', 'server', 'restart', 'database'],
    seed,
    say: () => {},
    enough: ({ counts: so, faults: made }) =>
      so.acknowledged > 100 && so.ended > 0 && Object.values(made).every((count) => count > 0),
  });
  expect(problems.slice(0, 20).join('\n')).toBe('');
  expect(endedBy).toBeUndefined();
  expect(disruptions).toHaveLength(5);
  expect(counts.acknowledged).toBeGreaterThan(100);
  expect(counts.ended).toBeGreaterThan(0);
  expect(Object.values(faults).every((count) => count > 0)).toBe(true);
});

it('[SAFE-1] a durable database serves official exams, the same one without synchronous commits does not', async () => {
  const dataDir = await temporaryFolder('exam-durable-');
  const cluster = await startEmbeddedPostgres({ dataDir });
  const database = openDatabase(cluster.url, { max: 1 });
  try {
    const mayServe = async () => {
      const engine = openExamEngine(database, { databaseUrl: cluster.url, allowUnsafeDatabase: false });
      const may = await engine.mayServeOfficial();
      await engine.close();
      return may;
    };
    expect(await mayServe()).toBe(true);
    await database.sql`alter database postgres set synchronous_commit = off`;
    expect(await mayServe()).toBe(false);
  } finally {
    await database.close();
    await cluster.stop();
    await rm(cluster.dataDir, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  }
});
