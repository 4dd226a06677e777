import { expect, it } from 'vitest';
import { aCustomExam } from '#server/testing/exams.ts';
import { npmCommand } from '#server/testing/npm-command.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';

const server = useTestServer();

const rescore = () => npmCommand('rescore', ['--check'], server.databaseUrl);

it('[SCORE-10] the command ends with 0 when all scores match, and with 1 and the exam when one does not', async () => {
  const { exam, save, finish } = await aRunningExam(server, await aCustomExam(server, { questions: 2 }));
  await save(1, [0], { seq: 1 });
  await finish();
  expect(await rescore()).toEqual({
    code: 0,
    output: '1 finished exams were scored again; 0 differences.\n',
  });
  await server.database.sql`update exams set score = score + 1 where id = ${exam.id}`;
  const { code, output } = await rescore();
  expect([code, output]).toEqual([
    1,
    expect.stringContaining('1 finished exams were scored again; 1 differences.'),
  ]);
  expect(output).toMatch(new RegExp(`^exam ${exam.id}: `));
});
