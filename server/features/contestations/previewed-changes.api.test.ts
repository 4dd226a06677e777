import { afterEach, expect, it, vi } from 'vitest';
import type { ImpactSummary } from '#contract/settlements.ts';
import { aContestedExam, aFinishedExam, filed, shift } from '#server/testing/contestations.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { evidenceOf, holderOf, resolve, scoreOf } from '#server/testing/resolving.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';

const server = useTestServer();
afterEach(() => void vi.useRealTimers());

/** Sets the clock of this process and its server; the database keeps its own. */
const setClock = (hoursOff: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hoursOff * 60 * 60_000 });

it('[CONT-4] [CONT-7] what changes exams of others is written and reopened with and without its preview', async () => {
  const contested = await aContestedExam(server, { questions: 1, isWhole: true });
  const holder = holderOf(contested);
  const [sat, other] = [
    await aFinishedExam(server, contested, { answer: [] }),
    await aFinishedExam(server, contested, { answer: [] }),
  ];
  const id = await filed(sat, [1]);
  const [question] = await evidenceOf(holder, id);
  const accept = { examQuestionId: sat.questionId(1), accepted: true };
  const alone = { ...accept, settle: 'fullPoints' };
  expect((await holder.put(`examContests/${id}/resolve`, { questions: [alone] })).statusCode).toBe(200);
  expect((await holder.post(`examContests/${id}/reopen`)).statusCode).toBe(200);

  const answerIds = question?.scored?.answerExams.map((answer) => answer.id);
  const removal = { ...accept, settle: 'removeAnswer', answerIds };
  // A script that asks for no preview; the session is the default reach.
  const resolved = await holder.put(`examContests/${id}/resolve`, { questions: [removal] });
  expect(resolved.json()).toMatchObject({ status: 'AC', scoreBefore: 0, scoreAfter: 10, endedSince: 0 });
  expect([await scoreOf(sat), await scoreOf(other)]).toEqual([10, 10]);
  expect((await holder.post(`examContests/${id}/reopen`)).json()).toMatchObject({ status: 'DP' });
  expect([await scoreOf(sat), await scoreOf(other)]).toEqual([0, 0]);
  expect((await resolve(holder, id, removal)).statusCode).toBe(200);
  expect([await scoreOf(sat), await scoreOf(other)]).toEqual([10, 10]);

  const preview = async () => (await holder.post(`examContests/${id}/reopen/impact`)).json<ImpactSummary>();
  const shown = await preview();
  expect(shown).toMatchObject({ reached: 2, changed: 2, nowPassing: 0, nowFailing: 2 });
  expect(shown.exams.map(({ examId, newGrade, crosses }) => [examId, newGrade, crosses])).toEqual(
    [sat, other].map(({ exam }) => [exam.id, 1, 'fails']),
  );
  // Somebody else sits the same questions after the preview.
  const later = await aFinishedExam(server, contested, { answer: [] });
  expect(await scoreOf(later)).toBe(10);
  const { fingerprint } = shown;
  const reopened = await holder.post(`examContests/${id}/reopen`, { fingerprint });
  expect(reopened.json()).toMatchObject({ status: 'DP', endedSince: 1 });
  expect([await scoreOf(sat), await scoreOf(other), await scoreOf(later)]).toEqual([0, 0, 0]);
});

it('[CONT-4] exams that end after the preview do not outdate it, are settled too, and are on no page of it', async () => {
  const contested = await aContestedExam(server, { questions: 1, isWhole: true });
  const holder = holderOf(contested);
  const sat = await aFinishedExam(server, contested, { answer: [] });
  const running = await aRunningExam(server, contested.exam, { sessionId: contested.sessionId });
  const id = await filed(sat, [1]);
  const [question] = await evidenceOf(holder, id);
  const answerIds = question?.scored?.answerExams.map((answer) => answer.id);
  const questions = [
    { examQuestionId: sat.questionId(1), accepted: true, settle: 'removeAnswer', answerIds },
  ];
  const preview = async (previewed?: string) =>
    (
      await holder.post(`examContests/${id}/impact${previewed ? `?previewed=${previewed}` : ''}`, {
        questions,
      })
    ).json<ImpactSummary>();
  const shown = await preview();
  expect(shown).toMatchObject({ reached: 1, changed: 1, endedSince: 0 });
  await running.finish();
  expect(await preview(shown.fingerprint)).toEqual(shown);
  expect(await preview()).toMatchObject({ reached: 2, changed: 2 });
  // A preview of nothing confirms nothing that ended long ago.
  const ended = (hours: number) => server.database.sql`
    update exams set finished_at = finished_at + make_interval(hours => ${hours}) where id = ${sat.exam.id}`;
  await ended(-2);
  const { fingerprint } = await preview('0.x');
  setClock(-5);
  const forged = await holder.put(`examContests/${id}/resolve`, { questions, fingerprint });
  expect(errorOf(forged)).toEqual([409, 'settlement.changedMeanwhile']);
  await ended(2);
  setClock(10);
  const written = await holder.put(`examContests/${id}/resolve`, {
    questions,
    fingerprint: shown.fingerprint,
  });
  expect(written.json()).toMatchObject({ status: 'AC', endedSince: 1 });
  expect(await scoreOf(sat)).toBe(10);
  expect(await scoreOf({ ...running, appointmentId: running.appointment.id })).toBe(10);
});

it('[CONT-4] a preview is outdated when an exam that it showed changed, and is shown again', async () => {
  const contested = await aContestedExam(server, { isWhole: true });
  const holder = holderOf(contested);
  const [sat, other] = [
    await aFinishedExam(server, contested, { answer: [] }),
    await aFinishedExam(server, contested, { answer: [] }),
  ];
  const { versionId } = await sat.storedAt(1);
  const elsewhere = (await other.storedAt(1)).versionId === versionId ? 2 : 1;
  const [id, another] = [await filed(sat, [1]), await filed(other, [elsewhere])];
  const [question] = await evidenceOf(holder, id);
  const answerIds = question?.scored?.answerExams.map((answer) => answer.id);
  const removal = { examQuestionId: sat.questionId(1), accepted: true, settle: 'removeAnswer', answerIds };
  const preview = async () =>
    (await holder.post(`examContests/${id}/impact`, { questions: [removal] })).json<ImpactSummary>();
  const write = ({ fingerprint }: ImpactSummary) =>
    holder.put(`examContests/${id}/resolve`, { questions: [removal], fingerprint });
  const shown = await preview();
  const points = { examQuestionId: other.questionId(elsewhere), accepted: true, settle: 'fullPoints' };
  expect((await resolve(holder, another, points)).statusCode).toBe(200);
  expect(errorOf(await write(shown))).toEqual([409, 'settlement.changedMeanwhile']);
  expect([await scoreOf(sat), await scoreOf(other)]).toEqual([0, 10]);
  const again = await preview();
  expect(again.exams).toMatchObject([
    { examId: sat.exam.id, oldScore: 0, newScore: 10 },
    { examId: other.exam.id, oldScore: 10, newScore: 20 },
  ]);
  expect((await write(again)).json()).toMatchObject({ status: 'AC', endedSince: 0 });
});

it('[CONT-7] a preview of nothing no longer holds once there is something to withdraw, and the other way round', async () => {
  const contested = await aContestedExam(server, { questions: 1, isWhole: true });
  const holder = holderOf(contested);
  const sat = await aFinishedExam(server, contested, { answer: [] });
  const id = await filed(sat, [1]);
  const decide = (decision: object) =>
    resolve(holder, id, { examQuestionId: sat.questionId(1), ...decision });
  const preview = async () => (await holder.post(`examContests/${id}/reopen/impact`)).json<ImpactSummary>();
  const reopenAs = async ({ fingerprint }: ImpactSummary) =>
    errorOf(await holder.post(`examContests/${id}/reopen`, { fingerprint }));
  const changedMeanwhile = [409, 'settlement.changedMeanwhile'];
  expect((await decide({ accepted: false })).statusCode).toBe(200);
  const nothing = await preview();
  expect(nothing).toMatchObject({ reached: 0, changed: 0 });
  expect(await reopenAs(nothing)).toEqual([200, '']);
  expect((await decide({ accepted: true, settle: 'fullPoints' })).statusCode).toBe(200);
  expect(await reopenAs(nothing)).toEqual(changedMeanwhile);
  expect(await scoreOf(sat)).toBe(10);
  const something = await preview();
  expect(await reopenAs(something)).toEqual([200, '']);
  expect((await decide({ accepted: false })).statusCode).toBe(200);
  expect(await reopenAs(something)).toEqual(changedMeanwhile);
});

it('[CONT-4] [CONT-7] all changed exams are listed page by page, those that cross 5.00 before others, at settling and at reopening', async () => {
  const contested = await aContestedExam(server, { isWhole: true });
  const holder = holderOf(contested);
  let contestedId = 0;
  /** A student who does not answer the contested question, and the other one correctly or not at all. */
  const sitting = async (passes: boolean) => {
    const running = await aRunningExam(server, contested.exam, { sessionId: contested.sessionId });
    // Papers have the questions in different orders.
    contestedId ||= (await running.storedAt(1)).versionId;
    const other = (await running.stored()).find(({ versionId }) => versionId !== contestedId);
    // The bank lists the two correct answers first.
    const correct = [0, 1].map((bankIndex) => other?.answerOrder.indexOf(bankIndex) ?? 0);
    await running.save(other?.position ?? 0, passes ? correct : []);
    await running.finish();
    return running;
  };
  const above = await sitting(true);
  await shift(server, { appointmentId: above.appointment.id }, -1);
  const crossing = await sitting(false);
  const alsoAbove = await sitting(true);
  const alsoCrossing = await sitting(false);
  const expected = [crossing, alsoCrossing, above, alsoAbove].map(({ exam }) => exam.id);
  const id = await filed(above, [1]);
  const [question] = await evidenceOf(holder, id);
  const answerIds = question?.scored?.answerExams.map((answer) => answer.id);
  const removal = { examQuestionId: above.questionId(1), accepted: true, settle: 'removeAnswer', answerIds };
  const listed = ({ exams }: ImpactSummary) => exams.map(({ examId }) => examId);

  const expectPages = async (path: string, crosses: string, body?: object) => {
    const send = (query: string) => holder.post(`examContests/${id}/${path}?${query}`, body);
    const page = async (query: string) => (await send(query)).json<ImpactSummary>();
    const whole = await page('');
    expect(whole.exams.map((one) => one.crosses)).toEqual([crosses, crosses, null, null]);
    expect(listed(whole)).toEqual(expected);
    const pages = [await page('skip=0&take=3'), await page('skip=3&take=3'), await page('skip=4&take=3')];
    expect(pages.map(listed)).toEqual([expected.slice(0, 3), expected.slice(3), []]);
    for (const { changed, fingerprint } of pages)
      expect([changed, fingerprint]).toEqual([4, whole.fingerprint]);
    expect((await send('take=101')).statusCode).toBe(400);
  };
  await expectPages('impact', 'passes', { questions: [removal] });
  expect((await resolve(holder, id, removal)).statusCode).toBe(200);
  await expectPages('reopen/impact', 'fails');
});

it('[CONT-4] the preview shows the key that the bank gets from all corrections together, whatever their reach', async () => {
  const contested = await aContestedExam(server, { questions: 1, isWhole: true });
  const holder = holderOf(contested);
  const [one, other] = [
    await aFinishedExam(server, contested, { answer: [] }),
    await aFinishedExam(server, contested, { answer: [] }),
  ];
  // Of the four answers in the bank the first two are correct; each correction makes one more correct.
  const corrected = async (sat: typeof one, bankIndex: number, reach: string) => {
    const id = await filed(sat, [1]);
    const [question] = await evidenceOf(holder, id);
    const { answerOrder } = await sat.storedAt(1);
    const answerIds = question?.scored?.answerExams.flatMap((answer, shown) =>
      answer.answer.isCorrect || answerOrder[shown] === bankIndex ? [answer.id] : [],
    );
    const decision = {
      examQuestionId: sat.questionId(1),
      accepted: true,
      settle: 'changeKey',
      reach,
      answerIds,
    };
    const shown = await holder.post(`examContests/${id}/impact`, { questions: [decision] });
    expect((await resolve(holder, id, decision)).statusCode).toBe(200);
    return { id, bank: shown.json<ImpactSummary>().bank };
  };
  const numbers = ({ bank }: Pick<ImpactSummary, 'bank'>) =>
    bank.map((change) => [change.bank, change.correct.map(({ number }) => number)]);
  const inBank = async (id: number) =>
    (await evidenceOf(holder, id))[0]?.bank?.current?.answers.flatMap(({ isCorrect, text }, index) =>
      isCorrect ? [{ number: index + 1, text }] : [],
    );
  const first = await corrected(one, 2, 'student');
  expect(numbers(first)).toEqual([['newVersion', [1, 2, 3]]]);
  // For this student only, who does not have the first correction.
  const second = await corrected(other, 3, 'student');
  expect(numbers(second)).toEqual([['newVersion', [1, 2, 3, 4]]]);
  expect(second.bank[0]?.correct.map(({ number }) => number)).toEqual(
    (await inBank(second.id))?.map(({ number }) => number),
  );
  expect(second.bank[0]?.correct.every(({ text }) => text.length > 0)).toBe(true);
  const withdrawn = (await holder.post(`examContests/${first.id}/reopen/impact`)).json<ImpactSummary>();
  expect(numbers(withdrawn)).toEqual([['newVersion', [1, 2, 4]]]);
});
