import { beforeAll, expect, it } from 'vitest';
import { aStudent, type SignedInPerson, signedIn, signedInAs } from '#server/testing/accounts.ts';
import { aContestedExam, aFinishedExam, type ContestedExam, filed } from '#server/testing/contestations.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { evidenceOf, holderOf, readContest, reopen, resolve } from '#server/testing/resolving.ts';
import { useTestServer } from '#server/testing/server.ts';
import { sittingOf } from '#server/testing/sittings.ts';

const server = useTestServer();
let admin: SignedInPerson;
beforeAll(async () => {
  admin = await signedInAs(server, 'admin');
});
const takesSame = [409, 'contestation.takesSame'];

/** A holder of the discipline who is a student of the exam's series and has not sat it yet. */
async function aFellowTaker({ exam }: ContestedExam): Promise<SignedInPerson> {
  const { userId, email } = await aStudent(server, { studyPlace: exam.studyPlace });
  await server.database.sql`update users set is_teacher = true where id = ${userId}`;
  await server.database.sql`
    insert into discipline_teachers (discipline_id, email, part)
    values (${exam.disciplineIds[0] ?? 0}, ${email}, 'holder')`;
  return signedIn(server, { userId, email });
}

/** What a holder gets from every call that shows the key of a question or its effect. */
async function triedBy(who: SignedInPerson, ids: readonly number[], decision: object) {
  const calls = ids.flatMap((id) => [
    () => who.get(`examContests/${id}/evidence`),
    () => who.get(`examContests/${id}/pack`),
    () => who.post(`examContests/${id}/impact`, { questions: [decision] }),
    () => who.put(`examContests/${id}/resolve`, { questions: [decision] }),
    () => who.post(`examContests/${id}/reopen/impact`),
    () => who.post(`examContests/${id}/reopen`),
  ]);
  const tried: (readonly [number, string])[] = [];
  for (const call of calls) tried.push(errorOf(await call()));
  return tried;
}

/** What a contestation says about how its first question was settled. */
async function settlingReadBy(who: SignedInPerson, id: number) {
  const { comment, questions: contestedQuestions } = await readContest(who, id);
  const [question] = contestedQuestions;
  return [question?.accepted, question?.settle, question?.reach, question?.reply, comment];
}

it('[RESU-1] [CONT-3] appeals and cases stay closed to a holder who takes the same exam, as the key does to takers', async () => {
  const contested = await aContestedExam(server, { questions: 1, isWhole: true });
  const sat = await aFinishedExam(server, contested, { answer: [] });
  const { versionId } = await sat.storedAt(1);
  const appeal = await filed(sat, [1]);
  const open = { versionId, sessionId: contested.sessionId };
  const fellow = await aFellowTaker(contested);
  // The key is open to all, so also to them.
  const decision = { examQuestionId: sat.questionId(1), accepted: true, settle: 'fullPoints' };
  expect((await fellow.get(`examContests/${appeal}/evidence`)).statusCode).toBe(200);

  await server.set({ allowExamPreview: false });
  expect(errorOf(await fellow.post('examContests/cases', open))).toEqual(takesSame);
  const comment = 'Primul răspuns nu e corect';
  const opened = await holderOf(contested).post('examContests/cases', { ...open, comment });
  const { id } = opened.json<{ id: number }>();
  const tried = await triedBy(fellow, [appeal, id], decision);
  expect(tried).toHaveLength(12);
  for (const one of tried) expect(one).toEqual(takesSame);

  // Nobody else is concerned: neither the other holder nor an administrator.
  const [question] = await evidenceOf(holderOf(contested), id);
  const remove = {
    examQuestionId: question?.examQuestionId,
    accepted: true,
    settle: 'removeAnswer',
    reply: 'Nu e corect',
    answerIds: question?.scored?.answerExams.slice(0, 1).map((answer) => answer.id),
  };
  expect(errorOf(await resolve(holderOf(contested), id, remove))).toEqual([200, '']);
  const granted = { ...decision, reply: 'Primul e corect' };
  expect(errorOf(await resolve(holderOf(contested), appeal, granted))).toEqual([200, '']);
  const settledCase = [true, 'removeAnswer', 'session', remove.reply, comment];
  const settledAppeal = [true, 'fullPoints', 'student', granted.reply, null];
  expect(await settlingReadBy(holderOf(contested), id)).toEqual(settledCase);
  expect(await settlingReadBy(holderOf(contested), appeal)).toEqual(settledAppeal);
  for (const one of [id, appeal])
    expect(await settlingReadBy(fellow, one)).toEqual([true, null, null, null, null]);
  // Its student reads the reply.
  expect(await settlingReadBy(sat.student, appeal)).toEqual([true, null, null, granted.reply, null]);
  expect(errorOf(await reopen(admin, id))).toEqual([200, '']);

  await server.set({ allowExamPreview: true });
  expect(await settlingReadBy(fellow, appeal)).toEqual(settledAppeal);
  expect(await evidenceOf(fellow, id)).toHaveLength(1);
  expect((await fellow.post(`examContests/${id}/impact`, { questions: [remove] })).statusCode).toBe(200);
});

it('[RESU-1] a case is closed to a holder whose own key of the question is', async () => {
  const contested = await aContestedExam(server, { questions: 1, isWhole: true });
  const sat = await aFinishedExam(server, contested, { answer: [], yesterday: false });
  const { versionId } = await sat.storedAt(1);
  const open = { versionId, sessionId: contested.sessionId };
  const { id } = (await holderOf(contested).post('examContests/cases', open)).json<{ id: number }>();
  const { userId, email } = sat.student;
  await server.database.sql`update users set is_admin = true where id = ${userId}`;
  const taker = await signedIn(server, { userId, email });
  expect(errorOf(await taker.get(`examContests/${id}/evidence`))).toEqual(takesSame);
});

it('[RESU-1] the ticks of others stay closed to a holder who takes the same exam, as the key does to takers', async () => {
  const contested = await aContestedExam(server, { questions: 1, isWhole: true });
  const sat = await aFinishedExam(server, contested, { answer: [0] });
  const fellow = await aFellowTaker(contested);
  /** The ticks and scores in the history of the sitting and in the events of the exam. */
  const readBy = async (who: SignedInPerson) => {
    const [exam] = (await sittingOf(who, sat.exam.groupId)).exams;
    type Event = { answers: string | null; client: { score?: number } | null };
    const events = (await who.get(`exams/${sat.exam.id}/events`)).json<Event[]>();
    expect(events).toHaveLength(exam?.history.length ?? 0);
    const of = [
      ...(exam?.history ?? []).flatMap(({ answers, score }) => [answers, score]),
      ...events.flatMap(({ answers, client }) => [answers, client?.score ?? null]),
    ];
    return of.filter((value) => value !== null);
  };
  const all = await readBy(admin);
  expect(all.filter((value) => value === 'A')).toHaveLength(2);
  expect(all.filter((value) => typeof value === 'number')).toHaveLength(2);
  expect(await readBy(fellow)).toEqual(all);

  await server.set({ allowExamPreview: false });
  expect(await readBy(fellow)).toEqual([]);
  expect(await readBy(holderOf(contested))).toEqual(all);
  await server.set({ allowExamPreview: true });
});
