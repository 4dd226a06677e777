import { describe, expect, it } from 'vitest';
import { checkScores } from '#server/exams/rescoring.ts';
import type { SignedInPerson } from '#server/testing/accounts.ts';
import {
  aContestedExam,
  type ContestedExam,
  type FinishedExam,
  filed,
  openKeyNow,
} from '#server/testing/contestations.ts';
import { rescored } from '#server/testing/rescoring.ts';
import { evidenceOf, holderOf, reopen, resolve, scoreOf } from '#server/testing/resolving.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';

const server = useTestServer();
/** Of the ten answers in the bank the first five are correct. */
const servedKey = [0, 1, 2, 3, 4];

/** A student who ticks one wrong answer of the only question. */
async function aMistake(contested: ContestedExam): Promise<FinishedExam & { tickedAt: number }> {
  const running = await aRunningExam(server, contested.exam, { sessionId: contested.sessionId });
  const { answerOrder } = await running.storedAt(1);
  const tickedAt = answerOrder.findIndex((bankIndex) => !servedKey.includes(bankIndex));
  await running.save(1, [tickedAt]);
  await running.finish();
  const finished = { ...running, appointmentId: running.appointment.id, tickedAt };
  await openKeyNow(server, finished);
  return finished;
}

/** Two students, and the position in the bank of an answer that only the second was shown. */
async function twoPapers(contested: ContestedExam) {
  const first = await aMistake(contested);
  const { answerOrder } = await first.storedAt(1);
  for (let seat = 0; seat < 20; seat += 1) {
    const second = await aMistake(contested);
    const only = (await second.storedAt(1)).answerOrder.find((bankIndex) => !answerOrder.includes(bankIndex));
    if (only !== undefined) return { first, second, only };
  }
  throw new Error('all papers are the same');
}

/** Corrects the key of an appeal: the shown answers that are correct, from those that are now. */
async function correct(
  holder: SignedInPerson,
  sat: FinishedExam,
  id: number,
  change: (correct: readonly number[]) => readonly number[],
) {
  const { answerOrder } = await sat.storedAt(1);
  const [evidence] = await evidenceOf(holder, id);
  const answers = evidence?.scored?.answerExams ?? [];
  const now = answerOrder.filter((_, shown) => answers[shown]?.answer.isCorrect);
  const next = change(now);
  return resolve(holder, id, {
    examQuestionId: sat.questionId(1),
    accepted: true,
    settle: 'changeKey',
    answerIds: answers.flatMap((one, shown) => (next.includes(answerOrder[shown] ?? -1) ? [one.id] : [])),
  });
}

const bankKey = async (holder: SignedInPerson, id: number) => {
  const [evidence] = await evidenceOf(holder, id);
  const { answers = [] } = evidence?.bank?.current ?? evidence?.bank?.served ?? {};
  return answers.flatMap(({ isCorrect }, bankIndex) => (isCorrect ? [bankIndex] : []));
};
async function expectConsistent() {
  expect((await checkScores(server.database)).problems).toEqual([]);
  expect((await rescored(server.database.sql)).problems).toEqual([]);
}
const toggled = (key: readonly number[], bankIndex: number) =>
  key.includes(bankIndex) ? key.filter((one) => one !== bankIndex) : [...key, bankIndex];
const sorted = (key: readonly number[]) => key.toSorted((one, other) => one - other);

describe('corrections of the same key', () => {
  it('[CONT-7] [SAFE-9] reopening the first restores its scores and the bank, also when a second came after it', async () => {
    const contested = await aContestedExam(server, { questions: 1 });
    const holder = holderOf(contested);
    const { first, second, only } = await twoPapers(contested);
    const [appeal, other] = [await filed(first, [1]), await filed(second, [1])];
    const ticked = (await first.storedAt(1)).answerOrder[first.tickedAt] ?? 0;
    expect(await scoreOf(first)).toBe(0);
    const before = await scoreOf(second);
    expect((await correct(holder, first, appeal, () => [ticked])).statusCode).toBe(200);
    expect(await scoreOf(first)).toBe(10);
    expect(await bankKey(holder, appeal)).toContain(ticked);
    expect((await correct(holder, second, other, (key) => toggled(key, only))).statusCode).toBe(200);
    expect(await scoreOf(first)).toBe(10);
    await expectConsistent();

    expect((await reopen(holder, appeal)).statusCode).toBe(200);
    expect(await scoreOf(first)).toBe(0);
    expect(await bankKey(holder, appeal)).toEqual(sorted(toggled(servedKey, only)));
    await expectConsistent();

    expect((await reopen(holder, other)).statusCode).toBe(200);
    expect([await scoreOf(first), await scoreOf(second)]).toEqual([0, before]);
    expect(await bankKey(holder, appeal)).toEqual(servedKey);
    await expectConsistent();
  });

  it('[CONT-7] the same correction decided twice holds until both are reopened', async () => {
    const contested = await aContestedExam(server, { questions: 1 });
    const holder = holderOf(contested);
    const first = await aMistake(contested);
    const [appeal] = [await filed(first, [1])];
    const { answerOrder, versionId } = await first.storedAt(1);
    const ticked = answerOrder[first.tickedAt] ?? 0;
    await correct(holder, first, appeal, () => [ticked]);
    const { id } = (
      await holder.post('examContests/cases', { versionId, sessionId: contested.sessionId })
    ).json<{
      id: number;
    }>();
    const [question] = await evidenceOf(holder, id);
    const confirmed = await resolve(holder, id, {
      examQuestionId: question?.examQuestionId,
      accepted: true,
      settle: 'changeKey',
      answerIds: question?.scored?.answerExams.flatMap((one) => (one.answer.isCorrect ? [one.id] : [])),
    });
    expect(confirmed.statusCode, confirmed.body).toBe(200);
    await reopen(holder, appeal);
    expect(await scoreOf(first)).toBe(10);
    await reopen(holder, id);
    expect(await scoreOf(first)).toBe(0);
    expect(await bankKey(holder, appeal)).toEqual(servedKey);
    await expectConsistent();
  });

  it('[CONT-4] may leave every shown answer wrong while others stay correct, but not every answer', async () => {
    const contested = await aContestedExam(server, { questions: 1 });
    const holder = holderOf(contested);
    const sat = await aMistake(contested);
    const appeal = await filed(sat, [1]);
    const { answerOrder, versionId } = await sat.storedAt(1);
    const shownCorrect = servedKey.filter((bankIndex) => answerOrder.includes(bankIndex));
    const unseen = servedKey.filter((bankIndex) => !answerOrder.includes(bankIndex));
    const done = await correct(holder, sat, appeal, () => []);
    if (unseen.length === 0) throw new Error('the paper shows every correct answer');
    expect(done.statusCode, done.body).toBe(200);
    expect(shownCorrect.length).toBeGreaterThan(0);
    expect(await bankKey(holder, appeal)).toEqual(unseen);
    await expectConsistent();
    const { id } = (
      await holder.post('examContests/cases', { versionId, sessionId: contested.sessionId })
    ).json<{
      id: number;
    }>();
    const [question] = await evidenceOf(holder, id);
    const none = await resolve(holder, id, {
      examQuestionId: question?.examQuestionId,
      accepted: true,
      settle: 'changeKey',
      answerIds: [],
    });
    expect([none.statusCode, none.json().errors[0].error]).toEqual([400, 'contestation.answersMissing']);
  });
});
