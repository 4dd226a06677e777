import { beforeAll, describe, expect, it } from 'vitest';
import type { ContestEvidence, ContestGroup } from '#contract/contestation-desk.ts';
import type { Contest } from '#contract/contestations.ts';
import type { ExamResults } from '#contract/exam-results.ts';
import type { ImpactSummary } from '#contract/settlements.ts';
import { type SignedInPerson, signedIn, signedInAs } from '#server/testing/accounts.ts';
import {
  aContestedExam,
  aFinishedExam,
  type ContestedExam,
  type FinishedExam,
  filed,
} from '#server/testing/contestations.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';

const server = useTestServer();
let admin: SignedInPerson;
beforeAll(async () => {
  admin = await signedInAs(server, 'admin');
});

type Decision = Readonly<Record<string, unknown>>;
const resolve = (who: SignedInPerson, id: number, ...questions: readonly Decision[]) =>
  who.put(`examContests/${id}/resolve`, { questions });
const impactOf = async (who: SignedInPerson, id: number, ...questions: readonly Decision[]) =>
  (await who.post(`examContests/${id}/impact`, { questions })).json<ImpactSummary>();
const read = async (who: SignedInPerson, id: number): Promise<Contest> =>
  (await who.get(`examContests/${id}`)).json();
const evidenceOf = async (who: SignedInPerson, id: number): Promise<ContestEvidence[]> =>
  (await who.get(`examContests/${id}/evidence`)).json().questions;
const holderOf = ({ holders }: ContestedExam, place = 0): SignedInPerson => {
  const holder = holders[place];
  if (!holder) throw new Error('there is no such holder');
  return holder;
};
const scoreOf = async ({ student, exam }: FinishedExam) =>
  (await student.put(`examScore/?examId=${exam.id}`)).json<ExamResults>().exam.score;
const aCase = async (who: SignedInPerson, { sessionId }: ContestedExam, versionId: number): Promise<number> =>
  (await who.post('examContests/cases', { versionId, sessionId })).json<Contest>().id;
/** The positions of a holder's questions in an exam. */
async function positionsOf(who: SignedInPerson, id: number): Promise<number[]> {
  return (await read(who, id)).contestedQuestions.map(({ index }) => index);
}

describe('[CONT-3] who resolves', () => {
  it('[CONT-3] [ROLE-5] each holder settles the questions of their discipline; the status follows when all are', async () => {
    const place = await aContestedExam(server, { disciplines: 2 });
    const [first, second] = [holderOf(place, 0), holderOf(place, 1)];
    const sat = await aFinishedExam(server, place, { answer: [] });
    const id = await filed(sat, [1, 2, 3, 4]);
    const [own, others] = [await positionsOf(first, id), await positionsOf(second, id)];
    expect([...own, ...others].sort()).toEqual([1, 2, 3, 4]);
    // A score of the whole exam is not told to a holder of a part of it.
    expect(await read(first, id)).toMatchObject({ scoreBefore: null, gradeBefore: null });
    expect(await read(admin, id)).toMatchObject({ scoreBefore: expect.any(Number) });
    const reject = (position: number) => ({ examQuestionId: sat.questionId(position), accepted: false });
    expect(errorOf(await resolve(first, id, reject(others[0] ?? 0)))).toEqual([
      409,
      'contestation.notHolder',
    ]);
    expect((await resolve(first, id, ...own.map(reject))).json()).toMatchObject({
      status: 'DP',
      scoreAfter: null,
    });
    expect(errorOf(await resolve(first, id, reject(own[0] ?? 0)))).toEqual([409, 'contestation.resolved']);
    const accept = { ...reject(others[0] ?? 0), accepted: true, reply: 'Aveți dreptate.' };
    const done = (await resolve(second, id, accept, reject(others[1] ?? 0))).json();
    expect(done).toMatchObject({ status: 'PAC', scoreBefore: null, scoreAfter: null });
    const { scoreBefore, scoreAfter } = await read(admin, id);
    expect(scoreAfter).toBeGreaterThan(scoreBefore ?? Number.POSITIVE_INFINITY);
    expect(await scoreOf(sat)).toBe(scoreAfter);
    const shown = await read(sat.student, id);
    expect(shown).toMatchObject({ status: 'PAC', scoreAfter, waiting: 0 });
    const outcome = shown.contestedQuestions.find(({ index }) => index === others[0]);
    expect(outcome).toMatchObject({
      accepted: true,
      settle: 'fullPoints',
      reply: 'Aveți dreptate.',
      resolvedBy: null,
    });
  });

  it('[CONT-3] all accepted is AC, none is RS', async () => {
    const place = await aContestedExam(server);
    const [one, other] = [await aFinishedExam(server, place), await aFinishedExam(server, place)];
    const holder = holderOf(place);
    for (const [sat, accepted, status] of [
      [one, true, 'AC'],
      [other, false, 'RS'],
    ] as const) {
      const id = await filed(sat, [1, 2]);
      const decisions = [1, 2].map((position) => ({ examQuestionId: sat.questionId(position), accepted }));
      expect((await resolve(holder, id, ...decisions)).json().status).toBe(status);
      expect((await holder.get(`examContests?status=${status}`)).json()).toMatchObject([{ id }]);
    }
  });

  it('[CONT-3] a technical complaint and everything after the deadline are for administrators', async () => {
    const place = await aContestedExam(server);
    const sat = await aFinishedExam(server, place);
    const id = await filed(sat, [1]);
    const technical = await filed(sat, [2], { type: 'technical', comment: 'Rețeaua a căzut' });
    const holder = holderOf(place);
    const whole = { examQuestionId: 0, accepted: false, reply: 'Nu se confirmă.' };
    const question = { examQuestionId: sat.questionId(2), accepted: false };
    expect(errorOf(await resolve(holder, technical, question))).toEqual([409, 'contestation.adminsOnly']);
    expect((await resolve(admin, technical, whole, question)).json().status).toBe('RS');
    await server.database.sql`
      update exam_sessions set contest_end_date = contest_start_date, contest_resolve_end_date = now() - interval '1 hour'
       where id = ${place.sessionId}`;
    const late = { examQuestionId: sat.questionId(1), accepted: false };
    expect(errorOf(await resolve(holder, id, late))).toEqual([409, 'contestation.ended']);
    expect((await resolve(admin, id, late)).json().status).toBe('RS');
    expect(errorOf(await holder.post(`examContests/${id}/reopen`))).toEqual([409, 'contestation.ended']);
    expect((await admin.post(`examContests/${id}/reopen`)).json().status).toBe('DP');
  });

  it('[ROLE-5] nobody resolves a relative’s contestation; only another person, an administrator, takes the mark away', async () => {
    const place = await aContestedExam(server);
    const sat = await aFinishedExam(server, place);
    const id = await filed(sat, [1]);
    const holder = holderOf(place);
    const reject = { examQuestionId: sat.questionId(1), accepted: false };
    await holder.post(`examContests/${id}/relative`, { relative: true });
    expect(await read(holder, id)).toMatchObject({ isRelative: true, mine: 0 });
    expect((await evidenceOf(holder, id))[0]?.hindrance).toBe('relative');
    expect(errorOf(await resolve(holder, id, reject))).toEqual([409, 'contestation.relative']);
    expect((await holder.get('examContests/groups')).json()).toEqual([]);
    const unmark = (who: SignedInPerson, body = {}) =>
      who.post(`examContests/${id}/relative`, { relative: false, ...body });
    for (const body of [{}, { userId: holder.userId }])
      expect(errorOf(await unmark(holder, body))).toEqual([409, 'contestation.relativeStays']);
    expect(errorOf(await resolve(holder, id, reject))).toEqual([409, 'contestation.relative']);
    await admin.post(`examContests/${id}/relative`, { relative: true });
    expect(errorOf(await unmark(admin, { userId: admin.userId }))).toEqual([
      409,
      'contestation.relativeStays',
    ]);
    expect(errorOf(await unmark(admin))).toEqual([400, 'validation.failed']);
    const other = await signedInAs(server, 'admin');
    expect((await read(other, id)).relativeOf.map(({ userId }) => userId).sort()).toEqual(
      [admin.userId, holder.userId].sort(),
    );
    expect((await read(holder, id)).relativeOf).toEqual([]);
    expect((await unmark(other, { userId: holder.userId })).statusCode).toBe(204);
    expect(errorOf(await unmark(other, { userId: holder.userId }))).toEqual([404, 'resource.notFound']);
    expect((await resolve(holder, id, reject)).statusCode).toBe(200);
  });

  it('[ROLE-5] [CONT-3] nobody resolves an exam they sat, not even as holder or administrator', async () => {
    const place = await aContestedExam(server);
    const sat = await aFinishedExam(server, place);
    const id = await filed(sat, [1]);
    const { email, userId } = sat.student;
    const reject = { examQuestionId: sat.questionId(1), accepted: false };
    await server.database.sql`
      insert into discipline_teachers (discipline_id, email, part) values (${place.exam.disciplineIds[0] ?? 0}, ${email}, 'holder')`;
    for (const role of ['is_teacher', 'is_admin']) {
      await server.database.sql`update users set ${server.database.sql(role)} = true where id = ${userId}`;
      const taker = await signedIn(server, { userId, email });
      expect((await evidenceOf(taker, id))[0]?.hindrance).toBe('ownExam');
      expect(errorOf(await resolve(taker, id, reject))).toEqual([409, 'contestation.ownExam']);
      const accept = { ...reject, accepted: true, settle: 'fullPoints' };
      expect(errorOf(await taker.post(`examContests/${id}/impact`, { questions: [accept] }))).toEqual([
        409,
        'contestation.ownExam',
      ]);
      expect((await taker.get(`examContests/groups?sessionId=${place.sessionId}`)).json()).toEqual([]);
      expect(await read(taker, id)).toMatchObject({ mine: 0, mayReopen: false });
    }
    expect((await resolve(holderOf(place), id, reject)).json().status).toBe('RS');
    const taker = await signedIn(server, { userId, email });
    expect(errorOf(await taker.post(`examContests/${id}/reopen`))).toEqual([409, 'contestation.ownExam']);
  });

  it('[ROLE-5] nobody else: students, secretaries, collaborators and holders of other disciplines', async () => {
    const place = await aContestedExam(server);
    const sat = await aFinishedExam(server, place);
    const id = await filed(sat, [1]);
    const reject = { examQuestionId: sat.questionId(1), accepted: false };
    const collaborator = await signedInAs(server, 'teacher');
    await server.database.sql`
      insert into discipline_teachers (discipline_id, email, part)
      values (${place.exam.disciplineIds[0] ?? 0}, ${collaborator.email}, 'collaborator')`;
    expect((await resolve(collaborator, id, reject)).statusCode).toBe(404);
    expect((await resolve(await signedInAs(server, 'teacher'), id, reject)).statusCode).toBe(404);
    expect((await resolve(sat.student, id, reject)).statusCode).toBe(403);
    expect((await resolve(await signedInAs(server, 'secretary'), id, reject)).statusCode).toBe(403);
  });
});

describe('[CONT-8] together', () => {
  it('[CONT-8] appeals about one version and the same ticks form a group and are settled once; reopening frees all', async () => {
    const place = await aContestedExam(server, { isWhole: true });
    const holder = holderOf(place);
    const sitters = [];
    for (let n = 0; n < 3; n += 1) sitters.push(await aFinishedExam(server, place, { answer: [] }));
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
    expect(after).toEqual(foreseen.map((change, place) => change?.newScore ?? before[place]));
    expect(after).not.toEqual(before);
    for (const id of others) expect(await read(holder, id)).toMatchObject({ status: 'AC' });
    expect((await holder.post(`examContests/${others[0]}/reopen`)).json().together.sort()).toEqual(
      [lead, others[1]].sort(),
    );
    expect(await Promise.all(sitters.map(scoreOf))).toEqual(before);
    for (const id of ids) expect(await read(holder, id)).toMatchObject({ status: 'DP', scoreAfter: null });
    expect(errorOf(await holder.post(`examContests/${lead}/reopen`))).toEqual([
      409,
      'contestation.notResolved',
    ]);
  });

  it('[CONT-8] decides only the appeals that were shown: with one filed meanwhile nothing is written, rejected or accepted', async () => {
    const place = await aContestedExam(server, { isWhole: true, questions: 1 });
    const holder = holderOf(place);
    const sitters = [];
    for (let n = 0; n < 3; n += 1) sitters.push(await aFinishedExam(server, place, { answer: [] }));
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
    for (const id of [lead, shown, late]) expect(await read(holder, id)).toMatchObject({ status: 'DP' });
    const together = (await evidenceOf(holder, lead))[0]?.together;
    expect(together).toEqual([shown, late]);
    // Alone it says nothing about the others.
    expect(
      (await resolve(holder, shown, { ...reject, examQuestionId: second.questionId(1) })).json(),
    ).toEqual({ status: 'RS', scoreBefore: 0, scoreAfter: 0, together: [] });
    expect(errorOf(await resolve(holder, lead, { ...reject, together }))).toEqual(changed);
    expect((await resolve(holder, lead, { ...reject, together: [late] })).json()).toMatchObject({
      status: 'RS',
      together: [late],
    });
    expect(await read(third.student, late)).toMatchObject({
      status: 'RS',
      contestedQuestions: [{ reply: 'Nu se confirmă.' }],
    });
  });

  it('[CONT-8] a technical complaint stands alone, also when it names a question that others contest', async () => {
    const place = await aContestedExam(server, { isWhole: true });
    const [one, other] = [
      await aFinishedExam(server, place, { answer: [] }),
      await aFinishedExam(server, place, { answer: [] }),
    ];
    const version = (await one.storedAt(1))?.versionId;
    const position = (await other.stored()).find(({ versionId }) => versionId === version)?.position ?? 0;
    const appeal = await filed(one, [1]);
    const technical = await filed(other, [1, 2], { type: 'technical', comment: 'Rețeaua a căzut' });
    expect([1, 2]).toContain(position);
    const groups = (await admin.get(`examContests/groups?sessionId=${place.sessionId}`)).json<
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
    expect(await read(admin, appeal)).toMatchObject({ status: 'DP' });
  });

  it('[CONT-8] a case stands alone, also beside an appeal without any tick, and keeps its reply to itself', async () => {
    const place = await aContestedExam(server, { isWhole: true });
    const holder = holderOf(place);
    const sat = await aFinishedExam(server, place, { answer: [] });
    const appeal = await filed(sat, [1]);
    const { versionId } = await sat.storedAt(1);
    const id = await aCase(holder, place, versionId);
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
    expect(await read(holder, appeal)).toMatchObject({ status: 'DP' });
    const made = await server.database.sql<{ reason: string | null }[]>`
      select reason from settlements where exam_session_id = ${place.sessionId}`;
    expect(made.map(({ reason }) => reason)).toEqual([null]);
  });

  it('[CONT-4] a second correction of a key keeps the first one for answers that the student did not see', async () => {
    const place = await aContestedExam(server);
    const holder = holderOf(place);
    const sat = await aFinishedExam(server, place);
    const { versionId, slots } = await sat.storedAt(1);
    const id = await aCase(holder, place, versionId);
    const keyNow = async () =>
      ((await evidenceOf(holder, id))[0]?.scored?.answerExams ?? []).map(({ answer }) => answer.isCorrect);
    const [evidence] = await evidenceOf(holder, id);
    const answers = evidence?.scored?.answerExams ?? [];
    const hidden = answers.findIndex((_, slot) => !slots.includes(slot));
    expect(hidden).toBeGreaterThanOrEqual(0);
    const before = await keyNow();
    const first = before.map((isCorrect, slot) => (slot === hidden ? !isCorrect : isCorrect));
    await resolve(holder, id, {
      examQuestionId: evidence?.examQuestionId,
      accepted: true,
      settle: 'changeKey',
      answerIds: answers.flatMap((one, slot) => (first[slot] ? [one.id] : [])),
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
      first.map((isCorrect, slot) => (slots.includes(slot) ? !isCorrect : isCorrect)),
    );
  });

  it('[CONT-4] [CONT-6] the score after a contestation follows what is settled later', async () => {
    const place = await aContestedExam(server, { isWhole: true });
    const holder = holderOf(place);
    const sat = await aFinishedExam(server, place, { answer: [] });
    const appeal = await filed(sat, [1]);
    const full = { examQuestionId: sat.questionId(1), accepted: true, settle: 'fullPoints' };
    expect((await resolve(holder, appeal, full)).json()).toMatchObject({ scoreBefore: 0, scoreAfter: 10 });
    const id = await aCase(holder, place, (await sat.storedAt(2)).versionId);
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
    expect(await read(sat.student, appeal)).toMatchObject({ gradeBefore: 1, gradeAfter: 10 });
    await holder.post(`examContests/${id}/reopen`);
    expect(await read(sat.student, appeal)).toMatchObject({ scoreAfter: 10, gradeAfter: 5.5 });
  });

  it('[CONT-8] a holder opens a question as a case without an appeal and settles it the same way', async () => {
    const place = await aContestedExam(server);
    const holder = holderOf(place);
    const sat = await aFinishedExam(server, place);
    const [question] = await sat.stored();
    const body = { versionId: question?.versionId, sessionId: place.sessionId };
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
    expect(await problems({ settle: 'fullPoints' })).toBe('contestation.reach');
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
});
