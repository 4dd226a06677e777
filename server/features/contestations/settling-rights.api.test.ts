import { describe, expect, it } from 'vitest';
import type { ContestEvidence } from '#contract/contestation-desk.ts';
import type { Contest } from '#contract/contestations.ts';
import type { ExamResults } from '#contract/exam-results.ts';
import type { ImpactSummary } from '#contract/settlements.ts';
import type { Template } from '#contract/templates.ts';
import { type Person, type SignedInPerson, signedIn } from '#server/testing/accounts.ts';
import {
  aContestedExam,
  aFinishedExam,
  type ContestedExam,
  type FinishedExam,
  filed,
} from '#server/testing/contestations.ts';
import { aCustomExam, aSession, someTemplates } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { reopen } from '#server/testing/resolving.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
const conflict = [409, 'settlement.conflict'];
const holderOf = ({ holders: [holder] }: ContestedExam): SignedInPerson => {
  if (!holder) throw new Error('there is no holder');
  return holder;
};
/** A colleague of the holders, who can be a student too. */
async function anotherHolder({ exam }: ContestedExam, person: Person): Promise<SignedInPerson> {
  const { userId, email } = person;
  await server.database.sql`update users set is_teacher = true where id = ${userId}`;
  await server.database.sql`
    insert into discipline_teachers (discipline_id, email, part) values (${exam.disciplineIds[0] ?? 0}, ${email}, 'holder')`;
  return signedIn(server, { userId, email });
}
async function asAdministrator({ userId, email }: Person): Promise<SignedInPerson> {
  await server.database.sql`update users set is_admin = true where id = ${userId}`;
  return signedIn(server, { userId, email });
}
/** As staff read it: a student who becomes a holder signs in again. */
const scoreOf = async ({ exam }: FinishedExam) =>
  (await admin.get(`previewExam/?examId=${exam.id}`)).json<ExamResults>().exam.score;

/** Removes every answer of the question, so that everyone it reaches earns its points. */
async function removalIn(who: SignedInPerson, id: number) {
  const [question] = (await who.get(`examContests/${id}/evidence`)).json<{ questions: ContestEvidence[] }>()
    .questions;
  return {
    examQuestionId: question?.examQuestionId ?? 0,
    accepted: true,
    settle: 'removeAnswer',
    reach: 'session',
    answerIds: question?.scored?.answerExams.map((one) => one.id) ?? [],
  };
}
type Removal = Awaited<ReturnType<typeof removalIn>>;
const impact = (who: SignedInPerson, id: number, removal: Removal) =>
  who.post(`examContests/${id}/impact`, { questions: [removal] });
/** Settles what was previewed. */
async function settled(who: SignedInPerson, id: number, removal: Removal) {
  const { fingerprint } = (await impact(who, id, removal)).json<ImpactSummary>();
  return who.put(`examContests/${id}/resolve`, {
    questions: [removal],
    ...(fingerprint !== undefined && { fingerprint }),
  });
}

/** A cohort of two, one of whom appeals. */
async function aCohort() {
  const contested = await aContestedExam(server, { isWhole: true });
  const [stranger, concerned] = [
    await aFinishedExam(server, contested, { answer: [] }),
    await aFinishedExam(server, contested, { answer: [] }),
  ];
  return { contested, stranger, concerned, appeal: await filed(stranger, [1]) };
}

describe('[ROLE-5] nobody scores an exam of their own or of a relative again', () => {
  it('[ROLE-5] [CONT-3] not through the appeal of a stranger, nor through a case, nor by reopening; another holder does', async () => {
    const { contested, stranger, concerned, appeal } = await aCohort();
    const holder = holderOf(contested);
    const taker = await anotherHolder(contested, concerned.student);
    const removal = await removalIn(taker, appeal);
    expect(errorOf(await impact(taker, appeal, removal))).toEqual(conflict);
    expect(errorOf(await settled(taker, appeal, removal))).toEqual(conflict);
    const { versionId } = await concerned.storedAt(2);
    const opened = await taker.post('examContests/cases', { versionId, sessionId: contested.sessionId });
    const { id } = opened.json<Contest>();
    expect(errorOf(await settled(taker, id, await removalIn(taker, id)))).toEqual(conflict);
    expect([await scoreOf(stranger), await scoreOf(concerned)]).toEqual([0, 0]);
    // What reaches the stranger alone is no conflict.
    const alone = { ...removal, reach: 'student' };
    expect((await settled(taker, appeal, alone)).statusCode).toBe(200);
    expect((await reopen(taker, appeal)).statusCode).toBe(200);
    expect((await settled(holder, appeal, removal)).statusCode).toBe(200);
    expect([await scoreOf(stranger), await scoreOf(concerned)]).toEqual([10, 10]);
    expect(errorOf(await reopen(taker, appeal))).toEqual(conflict);
    // The same as an administrator; another one may.
    const chief = await asAdministrator(concerned.student);
    expect(errorOf(await reopen(chief, appeal))).toEqual(conflict);
    expect(errorOf(await impact(chief, id, await removalIn(chief, id)))).toEqual(conflict);
    expect((await reopen(admin, appeal)).statusCode).toBe(200);
    expect([await scoreOf(stranger), await scoreOf(concerned)]).toEqual([0, 0]);
  });

  it('[ROLE-5] not a relative’s among the reached, and taking the own mark away does not help', async () => {
    const { contested, concerned, appeal } = await aCohort();
    const holder = holderOf(contested);
    const theirs = await filed(concerned, [2]);
    const removal = await removalIn(holder, appeal);
    expect((await impact(holder, appeal, removal)).statusCode).toBe(200);
    await holder.post(`examContests/${theirs}/relative`, { relative: true });
    expect(errorOf(await settled(holder, appeal, removal))).toEqual(conflict);
    await holder.post(`examContests/${theirs}/relative`, { relative: false, userId: holder.userId });
    expect(errorOf(await settled(holder, appeal, removal))).toEqual(conflict);
    expect(await scoreOf(concerned)).toBe(0);
    // Nothing is scored again by a rejection.
    const reject = { examQuestionId: removal.examQuestionId, accepted: false };
    const rejected = await holder.put(`examContests/${appeal}/resolve`, { questions: [reject] });
    expect(rejected.json()).toMatchObject({ status: 'RS' });
    await reopen(holder, appeal);
    await admin.post(`examContests/${theirs}/relative`, { relative: false, userId: holder.userId });
    expect((await settled(holder, appeal, removal)).statusCode).toBe(200);
  });

  it('[ROLE-5] [TMPL-2] not by contesting the template, nor by correcting the scoring mode', async () => {
    const custom = await aCustomExam(server, { questions: 2, bank: 2, percentSimple: 0 });
    const sessionId = await aSession(server, { pregenerated: true });
    await someTemplates(server, custom, { sessionId, count: 1 });
    const sat = await aRunningExam(server, custom, { sessionId });
    await sat.finish();
    const chief = await asAdministrator(sat.student);
    const list = await admin.get(`templateExams?examCustomId=${custom.id}&sessionId=${sessionId}`);
    const [listed] = list.json<Template[]>();
    const { answerOrder } = await sat.storedAt(1);
    const questions = [{ index: 1, position: 1, removed: [(answerOrder[0] ?? 0) + 1], correct: null }];
    const contest = (who: SignedInPerson, preview: boolean, rest = {}) =>
      who.post(`templateExams/${listed?.groupId}/${sessionId}/contest`, { questions, preview, ...rest });
    const correct = (who: SignedInPerson, preview: boolean, rest = {}) =>
      who.post('scoringCorrections', {
        examCustomId: custom.id,
        sessionId,
        mode: 'PERFECT_MATCH',
        reason: 'Grila a fost anunțată altfel',
        preview,
        ...rest,
      });
    for (const write of [contest, correct]) {
      const { fingerprint } = (await write(admin, true)).json<ImpactSummary>();
      for (const preview of [true, false])
        expect(errorOf(await write(chief, preview, { fingerprint }))).toEqual(conflict);
      expect((await write(admin, false, { fingerprint })).statusCode).toBe(200);
    }
  });
});

it('[ROLE-5] [CONT-4] a holder of a part of an exam reads what would change, but neither scores nor grades of the whole', async () => {
  const contested = await aContestedExam(server, { disciplines: 2, questions: 1, isWhole: true });
  const partial = holderOf(contested);
  const [one, other] = [
    await aFinishedExam(server, contested, { answer: [] }),
    await aFinishedExam(server, contested, { answer: [] }),
  ];
  const id = await filed(one, [1, 2]);
  const removal = await removalIn(partial, id);
  const shown = (await impact(partial, id, removal)).json<ImpactSummary>();
  const hidden = { oldScore: null, newScore: null, oldGrade: null, newGrade: null };
  expect(shown).toMatchObject({ reached: 2, changed: 2, nowPassing: 2, nowFailing: 0 });
  expect(shown.exams).toMatchObject(
    [one, other].map(({ exam }) => ({ examId: exam.id, ...hidden, difference: 10, crosses: 'passes' })),
  );
  const counted = ({ distribution }: ImpactSummary) =>
    distribution.reduce((all, { before, after }) => all + before + after, 0);
  expect(counted(shown)).toBe(0);
  const whole = (await impact(admin, id, removal)).json<ImpactSummary>();
  expect(whole.exams[0]).toMatchObject({ oldScore: 0, newScore: 10, oldGrade: 1, newGrade: 5.5 });
  expect(counted(whole)).toBe(4);
  expect((await settled(partial, id, removal)).json()).toMatchObject({ scoreBefore: null, scoreAfter: null });
  expect(await scoreOf(other)).toBe(10);
  // A holder of all its disciplines sees the whole exam.
  await reopen(partial, id);
  await server.database.sql`
    insert into discipline_teachers (discipline_id, email, part)
    values (${contested.exam.disciplineIds[1] ?? 0}, ${partial.email}, 'holder')`;
  const all = (await impact(partial, id, removal)).json<ImpactSummary>();
  expect(all).toEqual(whole);
});

it('[CONT-8] [CONT-3] a holder opens a case neither where only administrators resolve nor after the deadline', async () => {
  const contested = await aContestedExam(server);
  const holder = holderOf(contested);
  const sat = await aFinishedExam(server, contested);
  const body = { versionId: (await sat.storedAt(1)).versionId, sessionId: contested.sessionId };
  await server.set({ teacherContests: false });
  try {
    expect(errorOf(await holder.post('examContests/cases', body))).toEqual([409, 'contestation.adminsOnly']);
  } finally {
    await server.set({ teacherContests: true });
  }
  await server.database.sql`
    update exam_sessions set contest_end_date = contest_start_date, contest_resolve_end_date = now() - interval '1 hour'
     where id = ${contested.sessionId}`;
  expect(errorOf(await holder.post('examContests/cases', body))).toEqual([409, 'contestation.ended']);
  expect((await admin.post('examContests/cases', body)).statusCode).toBe(201);
});

it('[RESU-1] [CONT-4] a student reads how a question was settled, but not whom else that reached', async () => {
  const contested = await aContestedExam(server, { isWhole: true });
  const holder = holderOf(contested);
  const sat = await aFinishedExam(server, contested);
  const id = await filed(sat, [1]);
  const removal = await removalIn(holder, id);
  expect((await settled(holder, id, removal)).statusCode).toBe(200);
  const reachFor = async (who: SignedInPerson) =>
    (await who.get(`examContests/${id}`)).json<Contest>().questions.map(({ reach }) => reach);
  expect(await reachFor(holder)).toEqual(['session']);
  expect(await reachFor(sat.student)).toEqual([null]);
});
