import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { projectRoot } from '#server/project-root.ts';
import { aCustomExam } from '#server/testing/exams.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';

const server = useTestServer();

/** Runs the command as an operator does. */
async function rescore() {
  const run = promisify(execFile)('npm', ['run', '-s', 'rescore', '--', '--check'], {
    cwd: projectRoot,
    env: { ...process.env, DATABASE_URL: server.databaseUrl },
  });
  return run.then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      said: stdout + stderr,
    }),
  );
}

it('[SCORE-10] the command ends with 0 when all scores match, and with 1 and the exam when one does not', async () => {
  const { exam, save, finish } = await aRunningExam(server, await aCustomExam(server, { questions: 2 }));
  await save(1, [0], { seq: 1 });
  await finish();
  expect(await rescore()).toEqual({ code: 0, said: '1 finished exams were scored again; 0 differences.\n' });
  await server.database.sql`update exams set score = score + 1 where id = ${exam.id}`;
  const { code, said } = await rescore();
  expect([code, said]).toEqual([
    1,
    expect.stringContaining('1 finished exams were scored again; 1 differences.'),
  ]);
  expect(said).toMatch(new RegExp(`^exam ${exam.id}: `));
});
