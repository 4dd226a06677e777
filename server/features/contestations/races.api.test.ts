import { beforeAll, describe, expect, it } from 'vitest';
import type { Contest } from '#contract/contestations.ts';
import type { ExamResults } from '#contract/exam-results.ts';
import type { ImpactSummary } from '#contract/settlements.ts';
import type { Transaction } from '#server/db/database.ts';
import { lockExamSessions } from '#server/exams/settlements.ts';
import { aTeacher, type SignedInPerson, signedIn } from '#server/testing/accounts.ts';
import {
  aContestedExam,
  aFinishedExam,
  type ContestedExam,
  type FinishedExam,
  file,
  filed,
} from '#server/testing/contestations.ts';
import { type Lock, queued, untilWaiting } from '#server/testing/locks.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { resolve as resolveAsPreviewed } from '#server/testing/resolving.ts';
import { useTestServer } from '#server/testing/server.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
/** A second process on the same database. */
const process = useTestServer(() => ({ database: server }));
const inProcess = (who: SignedInPerson): SignedInPerson => ({ ...who, ...process.caller(who.token) });
const holderOf = ({ holders }: ContestedExam, index = 0): SignedInPerson => {
  const holder = holders[index];
  if (!holder) throw new Error('there is no such holder');
  return holder;
};
type Decision = Readonly<Record<string, unknown>>;
const resolve = (who: SignedInPerson, id: number, questions: readonly Decision[], fingerprint?: string) =>
  who.put(`examContests/${id}/resolve`, { questions, ...(fingerprint !== undefined && { fingerprint }) });
const fullPoints = (sat: FinishedExam, position: number): Decision => ({
  examQuestionId: sat.questionId(position),
  accepted: true,
  settle: 'fullPoints',
});
const scoreOf = async ({ student, exam }: FinishedExam) =>
  (await student.put(`examScore/?examId=${exam.id}`)).json<ExamResults>().exam.score;
const read = async (id: number) => (await admin.get(`examContests/${id}`)).json<Contest>();
/** What confirms the preview of reopening. */
async function reopenPreview(who: SignedInPerson, id: number): Promise<{ fingerprint: string }> {
  const { fingerprint } = (await who.post(`examContests/${id}/reopen/impact`)).json<ImpactSummary>();
  return { fingerprint };
}

type CallResponse = Awaited<ReturnType<SignedInPerson['post']>>;
const concurrently = (lock: Lock, ...calls: readonly (() => Promise<CallResponse>)[]) =>
  queued(server.database.sql, lock, ...calls);
const contestRow = (id: number) => (tx: Transaction) =>
  tx`select from exam_contests where id = ${id} for update`;

/** Two appeals about the same question, settled together by the holder, who removes its answers. */
async function settledTogether(contested: ContestedExam) {
  const [one, other] = [
    await aFinishedExam(server, contested, { answer: [] }),
    await aFinishedExam(server, contested, { answer: [] }),
  ];
  const version = (await one.storedAt(1)).versionId;
  const position = (await other.stored()).find(({ versionId }) => versionId === version)?.position ?? 0;
  const [first, second] = [await filed(one, [1]), await filed(other, [position])];
  const { answerExams = [] } =
    (await holderOf(contested).get(`examContests/${first}/evidence`)).json().questions[0].scored ?? {};
  const remove = {
    examQuestionId: one.questionId(1),
    accepted: true,
    settle: 'removeAnswer',
    answerIds: answerExams.map(({ id }: { id: number }) => id),
    together: [second],
  };
  expect((await resolveAsPreviewed(holderOf(contested), first, remove)).json()).toMatchObject({
    together: [second],
  });
  return { one, other, first, second };
}

describe('concurrent users at the desk', () => {
  it('[CONT-3] [SAFE-8] two decide the same question: one decision counts, the other is refused', async () => {
    const contested = await aContestedExam(server);
    const sat = await aFinishedExam(server, contested, { answer: [] });
    const id = await filed(sat, [1]);
    const responses = await concurrently(
      contestRow(id),
      () => resolve(holderOf(contested), id, [fullPoints(sat, 1)]),
      () => resolve(inProcess(admin), id, [{ examQuestionId: sat.questionId(1), accepted: false }]),
    );
    expect(responses.map((response) => errorOf(response))).toEqual([
      [200, ''],
      [409, 'contestation.resolved'],
    ]);
    expect(await read(id)).toMatchObject({ status: 'AC', scoreAfter: 10 });
    expect(await scoreOf(sat)).toBe(10);
    const reopened = await holderOf(contested).post(`examContests/${id}/reopen`);
    expect(reopened.statusCode).toBe(200);
    expect(await scoreOf(sat)).toBe(0);
  });

  it('[CONT-3] two holders each decide their last question: the contestation is decided, not left open', async () => {
    const contested = await aContestedExam(server, { disciplines: 2, questions: 1 });
    const sat = await aFinishedExam(server, contested, { answer: [] });
    const id = await filed(sat, [1, 2]);
    const decideOwn = async (who: SignedInPerson, accepted: boolean) => {
      const { questions: contestedQuestions } = (await who.get(`examContests/${id}`)).json<Contest>();
      const questions = contestedQuestions.map(({ examQuestionId }) => ({ examQuestionId, accepted }));
      return () => resolve(who, id, questions);
    };
    const responses = await concurrently(
      contestRow(id),
      await decideOwn(holderOf(contested, 0), true),
      await decideOwn(inProcess(holderOf(contested, 1)), false),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await read(id)).toMatchObject({ status: 'PAC', waiting: 0, scoreAfter: 10 });
    expect(await scoreOf(sat)).toBe(10);
  });

  it('[CONT-7] deciding and reopening are serialized in either order, and the score follows the last one', async () => {
    const contested = await aContestedExam(server);
    const holder = holderOf(contested);
    const sat = await aFinishedExam(server, contested, { answer: [] });
    const id = await filed(sat, [1]);
    const accept = () => resolve(holder, id, [fullPoints(sat, 1)]);
    const reopen = () => inProcess(admin).post(`examContests/${id}/reopen`);
    const first = await concurrently(contestRow(id), accept, reopen);
    expect(first.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await read(id)).toMatchObject({ status: 'DP', scoreAfter: null });
    expect(await scoreOf(sat)).toBe(0);
    await accept();
    const second = await concurrently(contestRow(id), reopen, accept);
    expect(second.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await read(id)).toMatchObject({ status: 'AC', scoreAfter: 10 });
    expect(await scoreOf(sat)).toBe(10);
  });

  it('[CONT-7] two reopen appeals that were settled together: one reopens both, the other finds nothing to reopen', async () => {
    const contested = await aContestedExam(server, { isWhole: true });
    const holder = holderOf(contested);
    const { one, other, first, second } = await settledTogether(contested);
    expect([await scoreOf(one), await scoreOf(other)]).toEqual([10, 10]);
    const shown = [await reopenPreview(holder, first), await reopenPreview(admin, second)];
    const responses = await concurrently(
      contestRow(Math.min(first, second)),
      () => holder.post(`examContests/${first}/reopen`, shown[0]),
      () => inProcess(admin).post(`examContests/${second}/reopen`, shown[1]),
    );
    expect(responses.map((response) => errorOf(response))).toEqual([
      [200, ''],
      [409, 'contestation.notResolved'],
    ]);
    expect([await scoreOf(one), await scoreOf(other)]).toEqual([0, 0]);
    for (const id of [first, second]) expect(await read(id)).toMatchObject({ status: 'DP' });
  });

  it('[CONT-4] [SAFE-9] two processes settle in one session: the second one is refused when its preview is outdated, and nothing is lost', async () => {
    const contested = await aContestedExam(server);
    const holder = holderOf(contested);
    const sat = await aFinishedExam(server, contested, { answer: [] });
    const id = await filed(sat, [1]);
    const technical = await filed(sat, [2], { type: 'technical', comment: 'Rețeaua a căzut' });
    const [own, theirs] = [[fullPoints(sat, 1)], [fullPoints(sat, 2)]];
    const previewOf = async (contest: number, questions: readonly Decision[]) =>
      (await admin.post(`examContests/${contest}/impact`, { questions })).json<ImpactSummary>().fingerprint;
    const shown = [await previewOf(id, own), await previewOf(technical, theirs)];
    const responses = await concurrently(
      (tx) => lockExamSessions(tx, [contested.sessionId]),
      () => resolve(holder, id, own, shown[0]),
      () => resolve(inProcess(admin), technical, theirs, shown[1]),
    );
    expect(responses.map((response) => errorOf(response))).toEqual([
      [200, ''],
      [409, 'settlement.changedMeanwhile'],
    ]);
    expect(await scoreOf(sat)).toBe(10);
    expect((await read(technical)).questions.map(({ accepted }) => accepted)).toEqual([null, null]);
    const again = await resolve(admin, technical, theirs, await previewOf(technical, theirs));
    expect(again.statusCode).toBe(200);
    expect(await scoreOf(sat)).toBe(20);
  });
});

describe('filing while the session’s contestations are closed', () => {
  let moduleId: number;
  beforeAll(async () => {
    await server.set({ allowOverlappingSession: true });
    moduleId = (await admin.post('modules', { index: 1, name: 'Modulul I' })).json().id;
  });
  const close = async (sessionId: number) => {
    const session = (await admin.get(`sessions/${sessionId}`)).json();
    return admin.put(`sessions/${sessionId}`, {
      ...session,
      examSessionModules: [moduleId],
      contestEndDate: session.contestStartDate,
    });
  };

  it('[CONT-1] closing waits for a contestation that is being filed and keeps it; after closing nothing is filed', async () => {
    const contested = await aContestedExam(server);
    const [early, late] = [await aFinishedExam(server, contested), await aFinishedExam(server, contested)];
    const { sql } = server.database;
    let calls: Promise<CallResponse>[] = [];
    await sql.begin(async (tx) => {
      // Filing stops when it writes; closing comes after it, and another filing after that.
      await tx`lock table exam_contests in share mode`;
      const filing = file(early, [1]);
      await untilWaiting(sql, 1);
      const closing = close(contested.sessionId);
      await untilWaiting(sql, 2);
      calls = [filing, closing];
    });
    const [filing, closing] = await Promise.all(calls);
    expect(filing?.statusCode).toBe(201);
    expect(closing?.statusCode).toBe(200);
    expect(errorOf(await file(late, [1]))).toEqual([409, 'contestation.closed']);
  });

  it('[CONT-1] a contestation filed during closing waits and is refused', async () => {
    const contested = await aContestedExam(server);
    const sat = await aFinishedExam(server, contested);
    const { sql } = server.database;
    let filing: Promise<CallResponse> | undefined;
    await sql.begin(async (tx) => {
      await tx`update exam_sessions set contest_end_date = contest_start_date where id = ${contested.sessionId}`;
      filing = file(sat, [1]);
      await untilWaiting(sql, 1);
    });
    expect(filing && errorOf(await filing)).toEqual([409, 'contestation.closed']);
  });
});

it('[ROLE-5] [CONT-7] nobody reopens an appeal of a relative through one that was settled together with it', async () => {
  const contested = await aContestedExam(server, { isWhole: true });
  const holder = holderOf(contested);
  const colleague = await aTeacher(server);
  await server.database.sql`
    insert into discipline_teachers (discipline_id, email, part)
    values (${contested.exam.disciplineIds[0] ?? 0}, ${colleague.email}, 'holder')`;
  const partial = await signedIn(server, colleague);
  const { first: stranger, second: relative } = await settledTogether(contested);
  await partial.post(`examContests/${relative}/relative`, { relative: true });
  expect(errorOf(await partial.post(`examContests/${stranger}/reopen`))).toEqual([
    409,
    'contestation.relative',
  ]);
  for (const id of [stranger, relative]) expect(await read(id)).toMatchObject({ status: 'AC' });
  const shown = await reopenPreview(holder, stranger);
  expect((await holder.post(`examContests/${stranger}/reopen`, shown)).json()).toMatchObject({
    together: [relative],
  });
});
