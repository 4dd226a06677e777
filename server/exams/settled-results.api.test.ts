import { beforeAll, expect, it } from 'vitest';
import type { ExamResults } from '#contract/exam-results.ts';
import type { ExamStatistics } from '#contract/statistics.ts';
import { seededRandom } from '#domain/exam-structure/seeded-random.ts';
import { aCohort } from '#server/testing/cohorts.ts';
import { useTestServer } from '#server/testing/server.ts';
import type { RunningExam } from '#server/testing/sittings.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';
import { type NewSettlement, settle, withdraw } from './regrading.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
beforeAll(async () => {
  await server.set({ allowExamPreview: true });
});

const settling = (...settlements: NewSettlement[]) =>
  server.database.transaction({ actorId: admin.userId, requestId: undefined }, (tx) =>
    settle(tx, settlements, { by: admin.userId }),
  );
const withdrawing = (ids: readonly number[]) =>
  server.database.transaction({ actorId: admin.userId, requestId: undefined }, (tx) =>
    withdraw(tx, ids, { by: admin.userId }),
  );

/** Everything a student can read about a finished exam while its key is closed; with score and grade masked on request. */
async function collectResponses({ student, exam }: RunningExam, masked: boolean): Promise<string[]> {
  const responses = [
    await student.put(`examScore/?examId=${exam.id}`),
    await student.get(`previewExam/?examId=${exam.id}`),
    await student.get('examsPreview'),
    await student.get('dashboard'),
    await student.get(`examContests?examId=${exam.id}`),
  ];
  return responses.map(({ statusCode, body }) => {
    const text = body.replaceAll(/"(now|serverTime)":"[^"]+"/g, '"$1":""');
    return `${statusCode} ${masked ? text.replaceAll(/"(score|grade)":[\d.]+/g, '"$1":0') : text}`;
  });
}

it('[RESU-1] before their key opens students learn from others’ appeals only their score and grade', async () => {
  const { exams } = await aCohort(server, seededRandom('secrecy'), {
    students: 2,
    running: true,
    untouched: [1],
  });

  const [reader, other] = exams;
  if (!reader || !other) throw new Error('there are two exams');
  await other.save(1, [0]);
  for (const exam of exams) await exam.finish();
  const { answerOrder, versionId } = await reader.storedAt(1);
  const key = (bits: number): NewSettlement => ({
    kind: 'changeKey',
    reach: 'session',
    examId: other.exam.id,
    questionVersionId: versionId,
    answers: bits,
  });
  const exact = await collectResponses(reader, false);
  expect(exact[0]).toMatch(/"keyFrom":"20/);
  // Nothing was ticked there, so no key gives points: every byte is the same under any of them.
  for (const bankIndex of answerOrder.slice(0, 3)) {
    const { settlementIds, exams: changed } = await settling(key(1 << bankIndex));
    expect(changed.map(({ examId }) => examId)).not.toContain(reader.exam.id);
    expect(await collectResponses(reader, false)).toEqual(exact);
    await withdrawing(settlementIds);
  }
  const masked = await collectResponses(reader, true);
  const { exams: changed } = await settling({ ...key(1023), kind: 'removeAnswer' });
  expect(changed.map(({ examId }) => examId)).toContain(reader.exam.id);
  expect(await collectResponses(reader, false)).not.toEqual(exact);
  expect(await collectResponses(reader, true)).toEqual(masked);
});

it('[RESU-1] the points of questions follow the settlements, and removed answers and full points are marked', async () => {
  const { exams } = await aCohort(server, seededRandom('shown'), { students: 1 });
  const [exam] = exams;
  const start = { reach: 'student', examId: exam?.exam.id ?? 0 } as const;
  const bankIndex = (await exam?.storedAt(2))?.answerOrder[0] ?? 0;
  await settling(
    { ...start, kind: 'fullPoints', position: 1 },
    { ...start, kind: 'removeAnswer', position: 2, answers: 1 << bankIndex },
    { ...start, kind: 'scoringMode', scoringMode: 'WRONG_CANCELS' },
  );
  const read = () => admin.get(`previewExam/?examId=${exam?.exam.id}`);
  const { exam: shown, questionExams } = (await read()).json<ExamResults>();
  expect(shown.scoringMode).toBe('WRONG_CANCELS');
  expect(questionExams[0]).toMatchObject({ fullPoints: true, points: 10 });
  expect(questionExams[1]?.answerExams.map(({ answer }) => answer.removed === true)).toEqual(
    questionExams[1]?.answerExams.map((_, index) => index === 0),
  );
  expect(questionExams.reduce((all, { points }) => all + points, 0)).toBeCloseTo(shown.score, 1);
});

it('[RESU-5] statistics follow the scores and the key in force', async () => {
  const { exams, custom } = await aCohort(server, seededRandom('statistics'), { students: 3 });
  const { versionId = 0, answerOrder = [] } = (await exams[0]?.storedAt(1)) ?? {};
  const statistics = async () =>
    (await admin.get(`statistics/exams?examCustomId=${custom.id}`)).json<ExamStatistics>();
  const keyIn = ({ questions }: ExamStatistics) =>
    questions
      .find((question) => question.versionId === versionId)
      ?.answers.flatMap(({ isCorrect }, index) => (isCorrect ? [index] : []));
  expect(keyIn(await statistics())).toEqual([0, 1, 2, 3, 4]);
  const [bankIndex = 0] = answerOrder;
  const answers = 1 << bankIndex;
  const start = { examId: exams[0]?.exam.id ?? 0, questionVersionId: versionId, answers };
  const alone = await settling({ ...start, kind: 'changeKey', reach: 'student' });
  expect(keyIn(await statistics())).toEqual([0, 1, 2, 3, 4]);
  await withdrawing(alone.settlementIds);
  await settling({ ...start, kind: 'changeKey', reach: 'session' });
  const shown = await statistics();
  expect(keyIn(shown)).toEqual([bankIndex]);
  const whatIf = (await admin.post('statistics/whatIf', { examCustomId: custom.id })).json();
  expect(whatIf).toMatchObject({ changed: 0 });
  expect(whatIf.oldMean).toBeCloseTo(shown.meanGrade ?? 0, 6);
});
