import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WholeImport } from '#contract/imports.ts';
import { projectRoot } from '#server/project-root.ts';
import { aSeries } from '#server/testing/accounts.ts';
import { type ImportDesk, importDesk } from '#server/testing/import-desk.ts';
import { aFileQuestion, aQuestionFile } from '#server/testing/question-files.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aStudentRow, namesOf, studentCsv, uploadedStudents } from '#server/testing/student-files.ts';

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

/** Starts the job in a process, kills it in the middle, and lets another process complete it. */
async function killInTheMiddle(importId: number, total: number): Promise<void> {
  const read = async () => (await desk.admin.get(`imports/${importId}`)).json<WholeImport>();
  await desk.admin.post(`imports/${importId}/commit`);
  expect((await read()).written).toBe(0);
  const first = startProcess();
  await expect.poll(async () => (await read()).written, { timeout: 60_000, interval: 5 }).toBeGreaterThan(0);
  await end(first, 'SIGKILL');
  const halfway = await read();
  expect(halfway.state).toBe('writing');
  expect(halfway.written).toBeLessThan(total);
  const second = startProcess();
  await expect.poll(async () => (await read()).state, { timeout: 90_000, interval: 100 }).toBe('done');
  await end(second, 'SIGTERM');
  expect(await read()).toMatchObject({ written: total, counts: { waiting: 0, failed: 0 } });
}

it('[UX-13] [IMP-2] an import survives a killed process: no row is lost or written twice', async () => {
  const total = 2000;
  const questions = Array.from({ length: total }, (_, index) =>
    aFileQuestion(index, { text: `Rândul ${index}` }),
  );
  const { importId } = await desk.uploaded(await aQuestionFile(questions));
  await desk.admin.put(`imports/${importId}`, { chapterId: desk.chapterId });
  await killInTheMiddle(importId, total);
  const texts = await server.database.sql<{ text: string }[]>`
    select text from questions where chapter_id = ${desk.chapterId}`;
  expect(texts).toHaveLength(total);
  expect(new Set(texts.map(({ text }) => text)).size).toBe(total);
});

it('[UX-13] [IMP-1] an import of students survives a killed process in the same way', async () => {
  const total = 1500;
  const place = await aSeries(server, { year: 2, name: 'Seria ucisă' });
  const names = await namesOf(server, place);
  const rows = Array.from({ length: total }, (_, index) => aStudentRow(names, index + 1));
  const importId = await uploadedStudents(desk.admin, studentCsv(...rows));
  await killInTheMiddle(importId, total);
  const students = await server.database.sql<{ email: string; accounts: number }[]>`
    select s.email::text, (select count(*) from users u where u.email = s.email) as accounts
      from students s where s.series_id = ${place.seriesId}`;
  expect(students).toHaveLength(total);
  expect(new Set(students.map(({ email }) => email)).size).toBe(total);
  expect(students.every(({ accounts }) => accounts === 1)).toBe(true);
});
