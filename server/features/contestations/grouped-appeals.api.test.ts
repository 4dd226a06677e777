import { describe, expect, it } from 'vitest';
import type { ContestGroup } from '#contract/contestation-desk.ts';
import type { Contest } from '#contract/contestations.ts';
import type { ImpactSummary } from '#contract/settlements.ts';
import { type SignedInPerson, signedInAs } from '#server/testing/accounts.ts';
import {
  aContestedExam,
  aFinishedExam,
  type ContestedExam,
  type FinishedExam,
  filed,
} from '#server/testing/contestations.ts';
import { errorOf } from '#server/testing/refusals.ts';
import {
  type Decision,
  evidenceOf,
  holderOf,
  readContest,
  reopen,
  resolve,
  scoreOf,
} from '#server/testing/resolving.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
const impactOf = async (who: SignedInPerson, id: number, ...questions: readonly Decision[]) =>
  (await who.post(`examContests/${id}/impact`, { questions })).json<ImpactSummary>();
const aCase = async (who: SignedInPerson, { sessionId }: ContestedExam, versionId: number): Promise<number> =>
  (await who.post('examContests/cases', { versionId, sessionId })).json<Contest>().id;

describe('[CONT-8] grouped appeals', () => {
  it('[CONT-8] appeals about one version with the same ticks form a group and are settled once; reopening reopens all', async () => {
    const contested = await aContestedExam(server, { isWhole: true });
    const holder = holderOf(contested);
    const sitters = [];
    for (let n = 0; n < 3; n += 1) sitters.push(await aFinishedExam(server, contested, { answer: [] }));
    const ids: number[] = [];
    const [first] = sitters;
    const version = (await first?.storedAt(1))?.versionId;
    for (const sat of sitters) {
      const position = (await sat.stored()).find(({ versionId }) => versionId === version)?.position ?? 0;
      ids.push(await filed(sat, [position]));
    }
    const groups = (await holder.get('examContests/groups')).json<ContestGroup[]>();
    expect(groups).toHaveLength(1);
    expect(groups[0]).toMatchObject({
      versionId: version,
      contests: ids,
      ticked: { letters: '', answers: [] },
    });
    const [lead = 0, ...others] = ids;
    const [evidence] = await evidenceOf(holder, lead);
    expect(evidence?.together).toEqual(others);
    const remove = {
      examQuestionId: evidence?.examQuestionId,
      accepted: true,
      settle: 'removeAnswer',
      answerIds: evidence?.scored?.answerExams.map(({ id }) => id),
      together: others,
      reply: 'Întrebarea a fost eliminată.',
    };
    const before = await Promise.all(sitters.map(scoreOf));
    const impact = await impactOf(holder, lead, remove);
    expect(impact).toMatchObject({ changed: 3, reached: 3 });
    expect(await Promise.all(sitters.map(scoreOf))).toEqual(before);
    const done = await resolve(holder, lead, remove);
    expect(done.json()).toMatchObject({ status: 'AC', together: others });
    const after = await Promise.all(sitters.map(scoreOf));
    const foreseen = sitters.map(({ exam }) => impact.exams.find(({ examId }) => examId === exam.id));
    expect(after).toEqual(foreseen.map((change, index) => change?.newScore ?? before[index]));
    expect(after).not.toEqual(before);
    for (const id of others) expect(await readContest(holder, id)).toMatchObject({ status: 'AC' });
    expect((await reopen(holder, others[0] ?? 0)).json().together.sort()).toEqual([lead, others[1]].sort());
    expect(await Promise.all(sitters.map(scoreOf))).toEqual(before);
    for (const id of ids)
      expect(await readContest(holder, id)).toMatchObject({ status: 'DP', scoreAfter: null });
    expect(errorOf(await reopen(holder, lead))).toEqual([409, 'contestation.notResolved']);
  });

  it('[CONT-8] decides only the appeals that were shown: with one filed meanwhile nothing is written, rejected or accepted', async () => {
    const contested = await aContestedExam(server, { isWhole: true, questions: 1 });
    const holder = holderOf(contested);
    const sitters = [];
    for (let n = 0; n < 3; n += 1) sitters.push(await aFinishedExam(server, contested, { answer: [] }));
    const [first, second, third] = sitters as [FinishedExam, FinishedExam, FinishedExam];
    const [lead, shown] = [await filed(first, [1]), await filed(second, [1])];
    expect((await evidenceOf(holder, lead))[0]?.together).toEqual([shown]);
    const late = await filed(third, [1]);
    const reject = { examQuestionId: first.questionId(1), accepted: false, reply: 'Nu se confirmă.' };
    const accept = { ...reject, accepted: true, settle: 'fullPoints' };
    const changed = [409, 'settlement.changedMeanwhile'];
    for (const together of [[shown], [shown, late, lead], [late]]) {
      expect(errorOf(await resolve(holder, lead, { ...reject, together }))).toEqual(changed);
      expect(errorOf(await resolve(holder, lead, { ...accept, together }))).toEqual(changed);
    }
    for (const id of [lead, shown, late])
      expect(await readContest(holder, id)).toMatchObject({ status: 'DP' });
    const together = (await evidenceOf(holder, lead))[0]?.together;
    expect(together).toEqual([shown, late]);
    // Alone it says nothing about the others.
    expect(
      (await resolve(holder, shown, { ...reject, examQuestionId: second.questionId(1) })).json(),
    ).toEqual({ status: 'RS', scoreBefore: 0, scoreAfter: 0, together: [], endedSince: 0 });
    expect(errorOf(await resolve(holder, lead, { ...reject, together }))).toEqual(changed);
    expect((await resolve(holder, lead, { ...reject, together: [late] })).json()).toMatchObject({
      status: 'RS',
      together: [late],
    });
    expect(await readContest(third.student, late)).toMatchObject({
      status: 'RS',
      questions: [{ reply: 'Nu se confirmă.' }],
    });
  });

  it('[CONT-8] a technical complaint is not grouped, also when it names a question that others contest', async () => {
    const contested = await aContestedExam(server, { isWhole: true });
    const [one, other] = [
      await aFinishedExam(server, contested, { answer: [] }),
      await aFinishedExam(server, contested, { answer: [] }),
    ];
    const version = (await one.storedAt(1))?.versionId;
    const position = (await other.stored()).find(({ versionId }) => versionId === version)?.position ?? 0;
    const appeal = await filed(one, [1]);
    const technical = await filed(other, [1, 2], { type: 'technical', comment: 'Rețeaua a căzut' });
    expect([1, 2]).toContain(position);
    const groups = (await admin.get(`examContests/groups?sessionId=${contested.sessionId}`)).json<
      ContestGroup[]
    >();
    expect(groups.map(({ versionId, contests }) => [versionId, contests])).toEqual([
      [version, [appeal]],
      [null, [technical]],
    ]);
    expect((await evidenceOf(admin, appeal))[0]?.together).toEqual([]);
    for (const { together } of await evidenceOf(admin, technical)) expect(together).toEqual([]);
    const done = await resolve(
      admin,
      technical,
      ...[0, other.questionId(1), other.questionId(2)].map((examQuestionId) => ({
        examQuestionId,
        accepted: false,
        together: [],
      })),
    );
    expect(done.json()).toMatchObject({ status: 'RS', together: [] });
    expect(await readContest(admin, appeal)).toMatchObject({ status: 'DP' });
  });

  it('[CONT-8] a case is not grouped, even with an appeal without ticks, and its reply is not shared', async () => {
    const contested = await aContestedExam(server, { isWhole: true });
    const holder = holderOf(contested);
    const sat = await aFinishedExam(server, contested, { answer: [] });
    const appeal = await filed(sat, [1]);
    const { versionId } = await sat.storedAt(1);
    const id = await aCase(holder, contested, versionId);
    const groups = (await holder.get('examContests/groups')).json<ContestGroup[]>();
    expect(
      groups.map(({ versionId: about, contests, students }) => [about, contests, students.length]),
    ).toEqual([
      [versionId, [appeal], 1],
      [versionId, [id], 1],
    ]);
    const [evidence] = await evidenceOf(holder, id);
    expect(evidence?.together).toEqual([]);
    const remove = {
      examQuestionId: evidence?.examQuestionId,
      accepted: true,
      settle: 'removeAnswer',
      answerIds: evidence?.scored?.answerExams.slice(0, 1).map((one) => one.id),
      reply: 'Răspunsul este ambiguu.',
      together: [],
    };
    expect((await resolve(holder, id, remove)).json().together).toEqual([]);
    expect(await readContest(holder, appeal)).toMatchObject({ status: 'DP' });
    const made = await server.database.sql<{ reason: string | null }[]>`
      select reason from settlements where exam_session_id = ${contested.sessionId}`;
    expect(made.map(({ reason }) => reason)).toEqual([null]);
  });

  it('[CONT-4] a second correction of a key keeps the first one for answers that the student did not see', async () => {
    const contested = await aContestedExam(server);
    const holder = holderOf(contested);
    const sat = await aFinishedExam(server, contested);
    const { versionId, answerOrder } = await sat.storedAt(1);
    const id = await aCase(holder, contested, versionId);
    const keyNow = async () =>
      ((await evidenceOf(holder, id))[0]?.scored?.answerExams ?? []).map(({ answer }) => answer.isCorrect);
    const [evidence] = await evidenceOf(holder, id);
    const answers = evidence?.scored?.answerExams ?? [];
    const hidden = answers.findIndex((_, bankIndex) => !answerOrder.includes(bankIndex));
    expect(hidden).toBeGreaterThanOrEqual(0);
    const before = await keyNow();
    const first = before.map((isCorrect, bankIndex) => (bankIndex === hidden ? !isCorrect : isCorrect));
    await resolve(holder, id, {
      examQuestionId: evidence?.examQuestionId,
      accepted: true,
      settle: 'changeKey',
      answerIds: answers.flatMap((one, bankIndex) => (first[bankIndex] ? [one.id] : [])),
    });
    expect(await keyNow()).toEqual(first);
    const appeal = await filed(sat, [1]);
    const shown = (await evidenceOf(holder, appeal))[0]?.scored?.answerExams ?? [];
    const done = await resolve(holder, appeal, {
      examQuestionId: sat.questionId(1),
      accepted: true,
      settle: 'changeKey',
      answerIds: shown.flatMap((one) => (one.answer.isCorrect ? [] : [one.id])),
    });
    expect(done.json().status).toBe('AC');
    expect(await keyNow()).toEqual(
      first.map((isCorrect, bankIndex) => (answerOrder.includes(bankIndex) ? !isCorrect : isCorrect)),
    );
  });

  it('[CONT-4] [CONT-6] the score after a contestation follows later settlements', async () => {
    const contested = await aContestedExam(server, { isWhole: true });
    const holder = holderOf(contested);
    const sat = await aFinishedExam(server, contested, { answer: [] });
    const appeal = await filed(sat, [1]);
    const full = { examQuestionId: sat.questionId(1), accepted: true, settle: 'fullPoints' };
    expect((await resolve(holder, appeal, full)).json()).toMatchObject({ scoreBefore: 0, scoreAfter: 10 });
    const id = await aCase(holder, contested, (await sat.storedAt(2)).versionId);
    const [evidence] = await evidenceOf(holder, id);
    const remove = {
      examQuestionId: evidence?.examQuestionId,
      accepted: true,
      settle: 'removeAnswer',
      answerIds: evidence?.scored?.answerExams.map((one) => one.id),
    };
    expect((await resolve(holder, id, remove)).statusCode).toBe(200);
    expect(await scoreOf(sat)).toBe(20);
    const [listed] = (await sat.student.get('examContests')).json<Contest[]>();
    expect(listed).toMatchObject({ scoreBefore: 0, scoreAfter: 20 });
    expect(await readContest(sat.student, appeal)).toMatchObject({ gradeBefore: 1, gradeAfter: 10 });
    await reopen(holder, id);
    expect(await readContest(sat.student, appeal)).toMatchObject({ scoreAfter: 10, gradeAfter: 5.5 });
  });

  it('[CONT-8] a holder opens a question as a case without an appeal and settles it the same way', async () => {
    const contested = await aContestedExam(server);
    const holder = holderOf(contested);
    const sat = await aFinishedExam(server, contested);
    const [question] = await sat.stored();
    const body = { versionId: question?.versionId, sessionId: contested.sessionId };
    const made = await holder.post('examContests/cases', { ...body, comment: 'Cheia pare greșită' });
    expect(made.statusCode).toBe(201);
    const { id } = made.json<Contest>();
    expect(made.json()).toMatchObject({ type: 'case', status: 'DP', exam: null, student: null });
    expect(errorOf(await holder.post('examContests/cases', body))).toEqual([409, 'contestation.caseTwice']);
    const stranger = await signedInAs(server, 'teacher');
    expect((await stranger.post('examContests/cases', body)).statusCode).toBe(404);
    const other = await aContestedExam(server);
    expect(errorOf(await holder.post('examContests/cases', { ...body, sessionId: other.sessionId }))).toEqual(
      [409, 'contestation.notServed'],
    );
    // Students do not see cases.
    expect((await sat.student.get('examContests')).json()).toEqual([]);
    const [evidence] = await evidenceOf(holder, id);
    const accept = { examQuestionId: evidence?.examQuestionId, accepted: true };
    const problems = async (decision: Decision) =>
      (await resolve(holder, id, { ...accept, ...decision })).json().errors[0].error;
    expect(await problems({})).toBe('contestation.settleMissing');
    expect(await problems({ settle: 'fullPoints' })).toBe('contestation.settleUnfit');
    expect(await problems({ settle: 'changeKey', reach: 'student' })).toBe('contestation.reach');
    expect(await problems({ settle: 'changeKey' })).toBe('contestation.answersMissing');
    const wrong = evidence?.scored?.answerExams
      .filter(({ answer }) => !answer.isCorrect)
      .map((one) => one.id);
    const done = await resolve(holder, id, { ...accept, settle: 'changeKey', answerIds: wrong });
    expect(done.json()).toMatchObject({ status: 'AC', scoreBefore: null, scoreAfter: null });
    const [settled] = await evidenceOf(holder, id);
    expect(settled?.bank?.current?.number).toBe(2);
  });

  it('[CONT-8] only a question of a finished exam is opened as a case, not one of an exam that was reopened meanwhile', async () => {
    const contested = await aContestedExam(server);
    const running = await aRunningExam(server, contested.exam, { sessionId: contested.sessionId });
    const { versionId } = await running.storedAt(1);
    const open = () =>
      holderOf(contested).post('examContests/cases', { versionId, sessionId: contested.sessionId });
    expect(errorOf(await open())).toEqual([409, 'contestation.notServed']);
    await running.finish();
    const reopened = await admin.post(`exams/${running.exam.id}/reopen`, { reason: 'Pană', minutes: 5 });
    expect(reopened.statusCode, reopened.body).toBe(204);
    expect(errorOf(await open())).toEqual([409, 'contestation.notServed']);
    await running.finish();
    expect((await open()).statusCode).toBe(201);
  });
});
