import { beforeAll, expect, it } from 'vitest';
import type { Dashboard } from '#contract/dashboard.ts';
import type { ExamResults } from '#contract/exam-results.ts';
import type { ExamAppointment, LoadedExam } from '#contract/exam-taking.ts';
import type { ScoringCorrection } from '#contract/scoring-corrections.ts';
import type { ImpactSummary } from '#contract/settlements.ts';
import type { ExamStatistics } from '#contract/statistics.ts';
import { signedInAs } from '#server/testing/accounts.ts';
import { aContestedExam, type ContestedExam } from '#server/testing/contestations.ts';
import { aCandidate } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam, type RunningExam } from '#server/testing/sittings.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let contested: ContestedExam;
beforeAll(async () => {
  // Two questions of two correct and two wrong answers each; the bank lists the correct ones first.
  contested = await aContestedExam(server, { isWhole: true });
});

/** A student ticks the given number of correct answers of each question. */
async function aSitting(correct: number, where = contested): Promise<RunningExam> {
  const running = await aRunningExam(server, where.exam, { sessionId: where.sessionId });
  for (const { position, answerOrder } of await running.stored()) {
    const ticked = answerOrder
      .flatMap((bankIndex, shown) => (bankIndex < 2 ? [shown] : []))
      .slice(0, correct);
    await running.save(position, ticked);
  }
  return running;
}
async function aFinishedSitting(...given: Parameters<typeof aSitting>): Promise<RunningExam> {
  const running = await aSitting(...given);
  await running.finish();
  return running;
}
const send = (body: object, who = admin) =>
  who.post('scoringCorrections', {
    examCustomId: contested.exam.id,
    sessionId: contested.sessionId,
    preview: false,
    ...body,
  });
const previewOf = async (mode: string | null) => (await send({ mode, preview: true })).json<ImpactSummary>();
/** Writes what was previewed. */
const written = async (body: { mode: string | null; reason?: string }) =>
  send({ ...body, fingerprint: (await previewOf(body.mode)).fingerprint });
const stored = async () =>
  (
    await admin.get(`scoringCorrections?examCustomId=${contested.exam.id}&sessionId=${contested.sessionId}`)
  ).json<ScoringCorrection>();
/** The grade in the student's list of results; the list does not count as viewing the result. */
const gradeOf = async ({ student, exam }: RunningExam): Promise<number | undefined> =>
  (await student.get('examsPreview'))
    .json<{ grade: number | null; exam: { id: number } }[]>()
    .find((row) => row.exam.id === exam.id)?.grade ?? undefined;
const noticesOf = async ({ student }: RunningExam) =>
  (await student.get('dashboard')).json<Dashboard>().changedGrades;

it('[CONT-4] [CONT-10] [CONT-5] a wrong scoring mode is corrected for the cohort after a preview, shown to students until they view the result, and withdrawn', async () => {
  const [half, whole] = [await aFinishedSitting(1), await aFinishedSitting(2)];
  const running = await aSitting(1);
  const waiting = await aCandidate(server, contested.exam, { sessionId: contested.sessionId });
  /** The modes that tell a student before the exam and during it how it is scored. */
  const told = async () => [
    (await waiting.get('getExamUserDetail')).json<{ exams: ExamAppointment[] }>().exams[0]?.scoringMode,
    (await running.student.get(`examGroups/${running.exam.groupId}`)).json<LoadedExam>().scoringMode,
    (await running.student.get(`getExamById/?groupId=${running.exam.groupId}`)).json<LoadedExam>()
      .scoringMode,
  ];
  expect(await told()).toEqual(['FULL_MATCH', 'FULL_MATCH', 'FULL_MATCH']);
  const other = await aContestedExam(server, { isWhole: true });
  const elsewhere = await aFinishedSitting(1, { ...other, sessionId: contested.sessionId });
  expect(await stored()).toEqual({ given: ['FULL_MATCH'], correction: null });

  // One correct tick earns nothing in the original mode and half of the points in the right one.
  const shown = await previewOf('JUST_CORRECT');
  expect(shown).toMatchObject({ reached: 2, changed: 1, nowPassing: 1, nowFailing: 0, bank: [] });
  expect(shown.exams).toMatchObject([
    { examId: half.exam.id, oldScore: 0, newScore: 10, oldGrade: 1, newGrade: 5.5 },
  ]);
  expect(await gradeOf(half)).toBe(1);
  expect(await stored()).toMatchObject({ correction: null });

  const wanted = { mode: 'JUST_CORRECT', fingerprint: shown.fingerprint };
  expect((await send(wanted)).json().errors).toMatchObject([
    { path: 'reason', error: 'validation.required' },
  ]);
  const reason = 'Sesiunea a fost deschisă cu alt mod.';
  expect((await send({ ...wanted, reason })).json()).toEqual(shown);
  expect(await stored()).toMatchObject({
    given: ['FULL_MATCH'],
    correction: { mode: 'JUST_CORRECT', reason, madeBy: expect.any(String) },
  });
  expect(await told()).toEqual(['JUST_CORRECT', 'JUST_CORRECT', 'JUST_CORRECT']);
  await running.finish();
  expect([
    await gradeOf(half),
    await gradeOf(whole),
    await gradeOf(running),
    await gradeOf(elsewhere),
  ]).toEqual([5.5, 10, 5.5, 1]);
  const statistics = await admin.get(
    `statistics/exams?examCustomId=${contested.exam.id}&sessionId=${contested.sessionId}`,
  );
  expect(statistics.json<ExamStatistics>().scoringMode).toBe('JUST_CORRECT');

  // Students whose grade changed without an appeal see it on the dashboard; those who finished later never
  // had another grade.
  expect(await noticesOf(half)).toMatchObject([{ examId: half.exam.id, oldGrade: 1, newGrade: 5.5 }]);
  for (const one of [whole, running, elsewhere]) expect(await noticesOf(one)).toEqual([]);

  // Another correction replaces the first; the student still sees the grade they saw last.
  const perfect = await previewOf('PERFECT_MATCH');
  expect(perfect).toMatchObject({ reached: 3, changed: 2, nowFailing: 2 });
  const back = await previewOf(null);
  expect(back).toMatchObject({ reached: 3, changed: 2, nowFailing: 2 });
  expect(errorOf(await send({ mode: 'PERFECT_MATCH', reason, fingerprint: shown.fingerprint }))).toEqual([
    409,
    'settlement.changedMeanwhile',
  ]);
  expect(errorOf(await send({ mode: 'WRONG_CANCELS', reason }))).toEqual([409, 'settlement.previewMissing']);
  await written({ mode: 'WRONG_CANCELS', reason });
  expect(await stored()).toMatchObject({ correction: { mode: 'WRONG_CANCELS' } });
  expect(await noticesOf(half)).toMatchObject([{ oldGrade: 1, newGrade: 5.5 }]);
  const seen = (await half.student.put(`examScore/?examId=${half.exam.id}`)).json<ExamResults>();
  expect(seen.exam).toMatchObject({ grade: 5.5, scoringMode: 'WRONG_CANCELS' });
  expect(await noticesOf(half)).toEqual([]);

  expect((await written({ mode: null })).json()).toMatchObject({ reached: 3, changed: 2, nowFailing: 2 });
  expect(await stored()).toEqual({ given: ['FULL_MATCH'], correction: null });
  expect([await gradeOf(half), await gradeOf(whole), await gradeOf(running)]).toEqual([1, 10, 1]);
  expect(await noticesOf(half)).toMatchObject([{ oldGrade: 5.5, newGrade: 1 }]);
  expect(await noticesOf(running)).toMatchObject([{ oldGrade: 5.5, newGrade: 1 }]);
  expect(errorOf(await send({ mode: null }))).toEqual([409, 'settlement.withdrawn']);

  // A grade that is again what the student saw last needs no notice.
  await written({ mode: 'JUST_CORRECT', reason });
  expect(await noticesOf(half)).toEqual([]);
});

it('[CONT-4] lists the exams that a correction changes page by page, those that cross 5.00 before others', async () => {
  const at = await aContestedExam(server, { isWhole: true });
  // One correct tick earns nothing in the original mode and half of the points in the right one.
  const above = await aSitting(1, at);
  const { answerOrder } = await above.storedAt(2);
  const both = [0, 1].map((bankIndex) => answerOrder.indexOf(bankIndex));
  await above.save(2, both, { seq: 50 });
  await above.finish();
  const crossing = [await aFinishedSitting(1, at), await aFinishedSitting(1, at)];
  const expected = [...crossing, above].map(({ exam }) => exam.id);
  const page = async (query: string) => {
    const wanted = { examCustomId: at.exam.id, sessionId: at.sessionId, mode: 'JUST_CORRECT', preview: true };
    const { exams, changed } = (
      await admin.post(`scoringCorrections?${query}`, wanted)
    ).json<ImpactSummary>();
    return [changed, exams.map(({ examId }) => examId)];
  };
  expect(await page('')).toEqual([3, expected]);
  expect(await page('skip=0&take=2')).toEqual([3, expected.slice(0, 2)]);
  expect(await page('skip=2&take=2')).toEqual([3, expected.slice(2)]);
});

it('[CONT-4] only administrators correct a scoring mode, and only of exams that have papers', async () => {
  for (const role of ['teacher', 'dean', 'secretary'] as const) {
    const who = await signedInAs(server, role);
    expect((await send({ mode: 'JUST_CORRECT', preview: true }, who)).statusCode).toBe(403);
  }
  const empty = await aContestedExam(server, { isWhole: true });
  expect(errorOf(await send({ mode: 'JUST_CORRECT', reason: 'x', examCustomId: empty.exam.id }))).toEqual([
    404,
    'resource.notFound',
  ]);
});
