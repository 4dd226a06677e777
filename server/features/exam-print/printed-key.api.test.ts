import { expect, it } from 'vitest';
import type { PrintedPaper } from '#contract/exam-print.ts';
import type { ImpactSummary } from '#contract/settlements.ts';
import type { WholeTemplate } from '#contract/templates.ts';
import { signedInAs } from '#server/testing/accounts.ts';
import { aCustomExam, aSession, someTemplates } from '#server/testing/exams.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';

const server = useTestServer();

it('[PRINT-1] the printed key is the one in force, on sittings and templates, and settled questions say so', async () => {
  const admin = await signedInAs(server, 'admin');
  const exam = await aCustomExam(server, { questions: 4, percentSimple: 0 });
  const sessionId = await aSession(server, { pregenerated: true });
  await someTemplates(server, exam, { sessionId });
  const sat = await aRunningExam(server, exam, { sessionId });
  await sat.finish();
  const print = async (query: object) =>
    (await admin.post('examPrint', { key: true, ...query })).json<{ papers: PrintedPaper[] }>().papers[0];
  const code = { appointments: [sat.appointment.id] };
  const before = await print(code);
  const groups = await server.database.sql<{ id: number }[]>`
    select template_group_id as id from exam_groups where id = ${sat.exam.groupId}`;
  const groupId = groups[0]?.id ?? 0;
  const address = `templateExams/${groupId}/${sessionId}`;
  const [question] = (await admin.get(address)).json<WholeTemplate>().exams[0]?.questions ?? [];
  const shown = question?.answers ?? [];
  const removed = shown.findIndex(({ isCorrect }) => !isCorrect);
  const added = shown.findLastIndex(({ isCorrect }) => !isCorrect);
  const numbers = (indexes: readonly number[]) => indexes.map((index) => shown[index]?.original);
  const right = shown.flatMap(({ isCorrect }, index) => (isCorrect ? [index] : []));
  const questions = [
    { index: 1, position: 1, removed: numbers([removed]), correct: numbers([...right, added]) },
  ];
  const preview = (
    await admin.post(`${address}/contest`, { questions, preview: true })
  ).json<ImpactSummary>();
  const written = await admin.post(`${address}/contest`, {
    questions,
    preview: false,
    fingerprint: preview.fingerprint,
  });
  expect(written.statusCode, written.body).toBeLessThan(300);

  for (const query of [code, { templates: [groupId] }]) {
    const paper = await print(query);
    const [first, ...others] = paper?.exams[0]?.questions ?? [];
    const settled = first?.questionId === question?.questionId ? first : undefined;
    expect(settled?.settled).toBe('key');
    expect(settled?.answers.map(({ isCorrect }) => isCorrect)).toEqual(
      shown.map((_, index) => right.includes(index) || index === added),
    );
    expect(settled?.answers.map(({ isRemoved }) => isRemoved)).toEqual(
      shown.map((_, index) => index === removed),
    );
    expect(others.map(({ settled: other }) => other)).toEqual(others.map(() => null));
  }
  expect(before?.exams[0]?.questions.every(({ settled }) => settled === null)).toBe(true);
  const plain = await print({ ...code, key: false });
  expect(plain?.exams[0]?.questions[0]).toMatchObject({ settled: null });
  expect(
    plain?.exams[0]?.questions[0]?.answers.some(
      ({ isRemoved, isCorrect }) => isRemoved || isCorrect !== null,
    ),
  ).toBe(false);
});
