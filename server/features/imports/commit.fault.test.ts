import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectRoot } from '#server/project-root.ts';
import { type ImportDesk, importDesk } from '#server/testing/import-desk.ts';
import { aFileQuestion, aQuestionFile } from '#server/testing/question-files.ts';
import { useTestServer } from '#server/testing/server.ts';

const server = useTestServer();
let desk: ImportDesk;
const started: ChildProcess[] = [];

beforeAll(async () => {
  desk = await importDesk(server);
});
afterAll(async () => {
  for (const child of started) await end(child, 'SIGKILL');
});

/** A separate server process on the same database. */
function startProcess(): ChildProcess {
  const child = spawn(
    process.execPath,
    [join(projectRoot, 'node_modules/tsx/dist/cli.mjs'), join(projectRoot, 'server/main.ts')],
    {
      cwd: projectRoot,
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        PORT: '0',
        DATABASE_URL: server.databaseUrl,
        DEMO: '0',
        LOG_LEVEL: 'silent',
      },
      stdio: 'ignore',
      detached: true,
    },
  );
  started.push(child);
  return child;
}

/** The loader runs the server as a child process, so the signal goes to the whole group. */
async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = once(child, 'exit');
  process.kill(-child.pid, signal);
  await gone;
}

const total = 3000;
const written = async (importId: number) => (await desk.read(importId)).written;

it('[UX-13] [IMP-2] an import survives a killed process: no row is lost or written twice', async () => {
  const questions = Array.from({ length: total }, (_, index) =>
    aFileQuestion(index, { text: `Rândul ${index}` }),
  );
  const { importId } = await desk.uploaded(await aQuestionFile(questions));
  await desk.admin.put(`imports/${importId}`, { chapterId: desk.chapterId });
  await desk.admin.post(`imports/${importId}/commit`);
  expect(await written(importId)).toBe(0);

  const first = startProcess();
  await expect.poll(() => written(importId), { timeout: 60_000, interval: 5 }).toBeGreaterThan(0);
  await end(first, 'SIGKILL');
  const halfway = await desk.read(importId);
  expect(halfway.state).toBe('writing');
  expect(halfway.written).toBeLessThan(total);

  const second = startProcess();
  await expect
    .poll(async () => (await desk.read(importId)).state, { timeout: 90_000, interval: 100 })
    .toBe('done');
  await end(second, 'SIGTERM');
  const texts = await server.database.sql<{ text: string }[]>`
    select text from questions where chapter_id = ${desk.chapterId}`;
  expect(texts).toHaveLength(total);
  expect(new Set(texts.map(({ text }) => text)).size).toBe(total);
  expect(await desk.read(importId)).toMatchObject({ written: total, counts: { waiting: 0, failed: 0 } });
});
