import { describe, expect, it } from 'vitest';
import { type SignedInPerson, signedIn, signedInAs } from '#server/testing/accounts.ts';
import { aContestedExam, aFinishedExam, filed } from '#server/testing/contestations.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { evidenceOf, holderOf, readContest, reopen, resolve, scoreOf } from '#server/testing/resolving.ts';
import { useTestServer } from '#server/testing/server.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
/** The positions of a holder's questions in an exam. */
async function positionsOf(who: SignedInPerson, id: number): Promise<number[]> {
  return (await readContest(who, id)).questions.map(({ index }) => index);
}

describe('[CONT-3] who resolves', () => {
  it('[CONT-3] [ROLE-5] each holder settles the questions of their discipline; the status follows when all are', async () => {
    const contested = await aContestedExam(server, { disciplines: 2 });
    const [first, second] = [holderOf(contested, 0), holderOf(contested, 1)];
    const sat = await aFinishedExam(server, contested, { answer: [] });
    const id = await filed(sat, [1, 2, 3, 4]);
    const [own, others] = [await positionsOf(first, id), await positionsOf(second, id)];
    expect([...own, ...others].sort()).toEqual([1, 2, 3, 4]);
    // A holder of a part does not see the score of the whole exam.
    expect(await readContest(first, id)).toMatchObject({ scoreBefore: null, gradeBefore: null });
    expect(await readContest(admin, id)).toMatchObject({ scoreBefore: expect.any(Number) });
    // A search finds a contestation by the texts of a holder's own questions only.
    await server.database.sql`
      update questions b set search_text = 'suprarenala' from chapters c
       where c.id = b.chapter_id and c.discipline_id = ${contested.exam.disciplineIds[1] ?? 0}`;
    const foundBy = async (who: SignedInPerson) =>
      (await who.get('examContests?search=suprarenala')).json<{ id: number }[]>().map((row) => row.id);
    expect([await foundBy(first), await foundBy(second)]).toEqual([[], [id]]);
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
    const { scoreBefore, scoreAfter } = await readContest(admin, id);
    expect(scoreAfter).toBeGreaterThan(scoreBefore ?? Number.POSITIVE_INFINITY);
    expect(await scoreOf(sat)).toBe(scoreAfter);
    const shown = await readContest(sat.student, id);
    expect(shown).toMatchObject({ status: 'PAC', scoreAfter, waiting: 0 });
    const outcome = shown.questions.find(({ index }) => index === others[0]);
    expect(outcome).toMatchObject({
      accepted: true,
      settle: 'fullPoints',
      reply: 'Aveți dreptate.',
      resolvedBy: null,
    });
  });

  it('[CONT-3] all accepted is AC, none is RS', async () => {
    const contested = await aContestedExam(server);
    const [one, other] = [await aFinishedExam(server, contested), await aFinishedExam(server, contested)];
    const holder = holderOf(contested);
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

  it('[CONT-3] only administrators resolve technical complaints and everything after the deadline', async () => {
    const contested = await aContestedExam(server);
    const sat = await aFinishedExam(server, contested);
    const id = await filed(sat, [1]);
    const technical = await filed(sat, [2], { type: 'technical', comment: 'Rețeaua a căzut' });
    const holder = holderOf(contested);
    const whole = { examQuestionId: 0, accepted: false, reply: 'Nu se confirmă.' };
    const question = { examQuestionId: sat.questionId(2), accepted: false };
    expect(errorOf(await resolve(holder, technical, question))).toEqual([409, 'contestation.adminsOnly']);
    expect((await resolve(admin, technical, whole, question)).json().status).toBe('RS');
    await server.database.sql`
      update exam_sessions set contest_end_date = contest_start_date, contest_resolve_end_date = now() - interval '1 hour'
       where id = ${contested.sessionId}`;
    const late = { examQuestionId: sat.questionId(1), accepted: false };
    expect(errorOf(await resolve(holder, id, late))).toEqual([409, 'contestation.ended']);
    expect((await resolve(admin, id, late)).json().status).toBe('RS');
    expect(errorOf(await reopen(holder, id))).toEqual([409, 'contestation.ended']);
    expect((await reopen(admin, id)).json().status).toBe('DP');
  });

  it('[CONT-7] reopening a technical complaint drops the questions an administrator added: accepted as it was filed it is AC', async () => {
    const contested = await aContestedExam(server, { isWhole: true });
    const sat = await aFinishedExam(server, contested, { answer: [] });
    const id = await filed(sat, [2], { type: 'technical', comment: 'Rețeaua a căzut' });
    const decided = (examQuestionId: number, accepted: boolean) => ({ examQuestionId, accepted });
    const [whole, named, added] = [0, sat.questionId(2), sat.questionId(1)] as const;
    const settled = await resolve(
      admin,
      id,
      decided(whole, true),
      decided(named, true),
      decided(added, true),
    );
    expect(settled.json()).toMatchObject({ status: 'AC', scoreAfter: 20 });
    const indexes = async () => (await readContest(admin, id)).questions.map(({ index }) => index);
    expect(await indexes()).toEqual([0, 1, 2]);
    expect((await reopen(admin, id)).json()).toMatchObject({ status: 'DP' });
    expect(await indexes()).toEqual([0, 2]);
    expect(await scoreOf(sat)).toBe(0);
    const again = await resolve(admin, id, decided(whole, true), decided(named, true));
    expect(again.json()).toMatchObject({ status: 'AC', scoreAfter: 10 });
  });

  it('[ROLE-5] nobody resolves a relative’s contestation; only another person, an administrator, takes the mark away', async () => {
    const contested = await aContestedExam(server);
    const sat = await aFinishedExam(server, contested);
    const id = await filed(sat, [1]);
    const holder = holderOf(contested);
    const reject = { examQuestionId: sat.questionId(1), accepted: false };
    await holder.post(`examContests/${id}/relative`, { relative: true });
    expect(await readContest(holder, id)).toMatchObject({ isRelative: true, mine: 0 });
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
    expect((await readContest(other, id)).relativeOf.map(({ userId }) => userId).sort()).toEqual(
      [admin.userId, holder.userId].sort(),
    );
    expect((await readContest(holder, id)).relativeOf).toEqual([]);
    expect((await unmark(other, { userId: holder.userId })).statusCode).toBe(204);
    expect(errorOf(await unmark(other, { userId: holder.userId }))).toEqual([404, 'resource.notFound']);
    expect((await resolve(holder, id, reject)).statusCode).toBe(200);
  });

  it('[ROLE-5] [CONT-3] nobody resolves an exam they sat, not even as holder or administrator', async () => {
    const contested = await aContestedExam(server);
    const sat = await aFinishedExam(server, contested);
    const id = await filed(sat, [1]);
    const { email, userId } = sat.student;
    const reject = { examQuestionId: sat.questionId(1), accepted: false };
    await server.database.sql`
      insert into discipline_teachers (discipline_id, email, part) values (${contested.exam.disciplineIds[0] ?? 0}, ${email}, 'holder')`;
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
      expect((await taker.get(`examContests/groups?sessionId=${contested.sessionId}`)).json()).toEqual([]);
      expect(await readContest(taker, id)).toMatchObject({ mine: 0, mayReopen: false });
    }
    expect((await resolve(holderOf(contested), id, reject)).json().status).toBe('RS');
    const taker = await signedIn(server, { userId, email });
    await server.set({ allowExamPreview: false });
    for (const call of ['evidence', 'pack'])
      expect(errorOf(await taker.get(`examContests/${id}/${call}`))).toEqual([409, 'contestation.takesSame']);
    expect(await evidenceOf(holderOf(contested), id)).toHaveLength(1);
    await server.set({ allowExamPreview: true });
    expect(errorOf(await reopen(taker, id))).toEqual([409, 'contestation.ownExam']);
  });

  it('[ROLE-5] not students, secretaries, collaborators or holders of other disciplines', async () => {
    const contested = await aContestedExam(server);
    const sat = await aFinishedExam(server, contested);
    const id = await filed(sat, [1]);
    const reject = { examQuestionId: sat.questionId(1), accepted: false };
    const collaborator = await signedInAs(server, 'teacher');
    await server.database.sql`
      insert into discipline_teachers (discipline_id, email, part)
      values (${contested.exam.disciplineIds[0] ?? 0}, ${collaborator.email}, 'collaborator')`;
    expect((await resolve(collaborator, id, reject)).statusCode).toBe(404);
    expect((await resolve(await signedInAs(server, 'teacher'), id, reject)).statusCode).toBe(404);
    expect((await resolve(sat.student, id, reject)).statusCode).toBe(403);
    expect((await resolve(await signedInAs(server, 'secretary'), id, reject)).statusCode).toBe(403);
  });
});
