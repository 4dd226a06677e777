import { beforeAll, expect, it } from 'vitest';
import type { ImpactSummary } from '#contract/settlements.ts';
import type { ChangedPage, QuestionPage } from '#contract/statistics.ts';
import type { Actor, Role } from '#domain/access/actor.ts';
import type { Person } from '#server/testing/accounts.ts';
import { answerSheetReads } from '#server/testing/answer-sheet-reads.ts';
import {
  aContestedExam,
  aFinishedExam,
  type ContestedExam,
  type FinishedExam,
  filed,
  shift,
} from '#server/testing/contestations.ts';
import { evidenceOf, holderOf, reopen, resolve } from '#server/testing/resolving.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';
import { cohortStatistics } from './statistics.ts';
import { whatIf } from './what-if.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let contested: ContestedExam;
let sat: FinishedExam[];
let wanted: { readonly examCustomId: number; readonly sessionId: number };

/** Somebody who ticked some of the two correct answers of each question yesterday. One tick earns nothing. */
async function aSitting(correct: number): Promise<FinishedExam> {
  const running = await aRunningExam(server, contested.exam, { sessionId: contested.sessionId });
  for (const { position, answerOrder } of await running.stored()) {
    const correctOnes = answerOrder.flatMap((bankIndex, shown) => (bankIndex < 2 ? [shown] : []));
    await running.save(position, correctOnes.slice(0, correct));
  }
  await running.finish();
  const finished = { ...running, appointmentId: running.appointment.id };
  await shift(server, finished, -1);
  return finished;
}

// Two disciplines of two questions, all multiple.
beforeAll(async () => {
  contested = await aContestedExam(server, { disciplines: 2, isWhole: true });
  wanted = { examCustomId: contested.exam.id, sessionId: contested.sessionId };
  sat = [];
  for (const correct of [1, 2, 1]) sat.push(await aSitting(correct));
});

const actorOf = ({ userId, email }: Person, role: Role): Actor => ({
  userId,
  email,
  roles: [role],
  dean: false,
  year: 0,
  studentId: undefined,
});
const questionPage = (page: Partial<QuestionPage>): QuestionPage => ({
  skip: 0,
  take: 100,
  desc: false,
  onlyFlagged: false,
  ...page,
});
const changedPage = (page: Partial<ChangedPage>): ChangedPage => ({
  skip: 0,
  take: 100,
  desc: false,
  ...page,
});

it('[RESU-5] another page or order of the questions is not computed again and agrees with the first', async () => {
  const { sql, reads } = answerSheetReads(server);
  const statistics = cohortStatistics(sql);
  const actor = actorOf(admin, 'Admin');
  const all = await statistics(actor, wanted);
  expect([all.questions.length, reads]).toEqual([4, [3]]);
  const first = await statistics(actor, wanted, questionPage({ take: 3 }));
  const second = await statistics(actor, wanted, questionPage({ take: 3, skip: 3 }));
  expect([...first.questions, ...second.questions]).toEqual(all.questions);
  expect({ ...second, questions: [] }).toEqual({ ...all, questions: [] });
  const turned = await statistics(actor, wanted, questionPage({ sort: 'questionId', desc: true }));
  expect(turned.questions).toEqual(all.questions.toReversed());
  expect(reads).toEqual([3]);
});

it('[RESU-5] [ROLE-5] what was computed for one viewer is not shown to another with other rights', async () => {
  const { sql, reads } = answerSheetReads(server);
  const [statistics, rescored] = [cohortStatistics(sql), whatIf(sql)];
  const holder = actorOf(holderOf(contested), 'Profesori');
  const other = actorOf(holderOf(contested, 1), 'Profesori');
  const all = await statistics(actorOf(admin, 'Admin'), wanted);
  const [own, others] = [await statistics(holder, wanted), await statistics(other, wanted)];
  expect([all.isPartial, own.isPartial, others.isPartial]).toEqual([false, true, true]);
  const ids = [...own.questions, ...others.questions].map(({ questionId }) => questionId);
  expect(ids.toSorted((a, b) => a - b)).toEqual(all.questions.map(({ questionId }) => questionId));
  const mode = 'WRONG_CANCELS';
  expect(await rescored(actorOf(admin, 'Admin'), { ...wanted, mode })).toMatchObject({ isPartial: false });
  expect(await rescored(holder, { ...wanted, mode })).toMatchObject({ isPartial: true, oldMean: null });
  expect(reads).toHaveLength(5);
  // A right that was taken away counts at once, also where the figures are at hand.
  const [, second = 0] = contested.exam.disciplineIds;
  const write = (part: string) =>
    server.database
      .sql`update discipline_teachers set part = ${part} where discipline_id = ${second} and email = ${other.email}`;
  await write('collaborator');
  await expect(statistics(other, wanted)).rejects.toThrow('resource.notFound');
  await expect(rescored(other, { ...wanted, mode })).rejects.toThrow('resource.notFound');
  await write('holder');
});

it('[RESU-6] another page of a what-if is not computed again and agrees with the first', async () => {
  const { sql, reads } = answerSheetReads(server);
  const rescored = whatIf(sql);
  const actor = actorOf(admin, 'Admin');
  const mode = 'JUST_CORRECT';
  const ask = (page: Partial<ChangedPage>) => rescored(actor, { ...wanted, mode }, changedPage(page));
  const all = await ask({});
  expect([all.changed, all.exams.length, reads]).toEqual([2, 2, [3]]);
  const [first, second] = [await ask({ take: 1 }), await ask({ skip: 1 })];
  expect([...first.exams, ...second.exams]).toEqual(all.exams);
  expect({ ...second, exams: [] }).toEqual({ ...all, exams: [] });
  expect(reads).toEqual([3]);
  // Another mode or question is another computation.
  await rescored(actor, { ...wanted, mode: 'PERFECT_MATCH' });
  const [question] = (await cohortStatistics(server.database.sql)(actor, wanted)).questions;
  const without = await rescored(actor, { ...wanted, mode, withoutQuestions: [question?.questionId ?? 0] });
  expect(without.exams).not.toEqual(all.exams);
  expect(reads).toEqual([3, 3, 3]);
  // Nobody sees what it would give a relative, also where it is computed already.
  await server.database.sql`
    insert into relatives (user_id, student_id) values (${actor.userId}, ${sat[0]?.student.studentId ?? 0})`;
  expect(await ask({})).toMatchObject({ sittings: 2, leftOut: 1 });
  expect(reads).toEqual([3, 3, 3]);
  await server.database.sql`delete from relatives where user_id = ${actor.userId}`;
});

it('[RESU-5] [RESU-6] whatever changes an exam or its score is seen at once', async () => {
  const { sql } = server.database;
  const actor = actorOf(admin, 'Admin');
  const holder = holderOf(contested);
  const [keptStatistics, keptWhatIf] = [cohortStatistics(sql), whatIf(sql)];
  const rescoring = { ...wanted, mode: 'JUST_CORRECT' as const };
  let before = await keptStatistics(actor, wanted);
  await keptWhatIf(actor, rescoring);
  /** The kept results equal those computed anew, which differ from the last ones. */
  const expectSeen = async (change: () => Promise<{ readonly statusCode: number }>) => {
    expect((await change()).statusCode).toBeLessThan(300);
    const now = await cohortStatistics(sql)(actor, wanted);
    expect(now).not.toEqual(before);
    expect(await keptStatistics(actor, wanted)).toEqual(now);
    expect(await keptWhatIf(actor, rescoring)).toEqual(await whatIf(sql)(actor, rescoring));
    before = now;
  };
  const [first] = sat;
  if (!first) throw new Error('nobody sat the exam');
  const { versionId } = await first.storedAt(1);
  const [asked] = await sql<{ disciplineId: number }[]>`
    select c.discipline_id as "disciplineId" from question_versions v join questions q on q.id = v.question_id
      join chapters c on c.id = q.chapter_id where v.id = ${versionId}`;
  const resolver = asked?.disciplineId === contested.exam.disciplineIds[0] ? holder : holderOf(contested, 1);
  const appeal = await filed(first, [1]);
  const settled = { examQuestionId: first.questionId(1), accepted: true };
  await expectSeen(() => resolve(resolver, appeal, { ...settled, settle: 'fullPoints' }));
  await expectSeen(() => reopen(resolver, appeal));
  // Students who ticked one answer keep 0 points; the figures of the answer change.
  const answers = (await evidenceOf(resolver, appeal))[0]?.scored?.answerExams ?? [];
  const answerIds = answers.filter(({ answer }) => !answer.isCorrect).map(({ id }) => id);
  await expectSeen(() => resolve(resolver, appeal, { ...settled, settle: 'changeKey', answerIds }));

  const sittingId = sat[2]?.exam.groupId;
  await expectSeen(() => admin.post(`sittings/${sittingId}/annul`, { reason: 'Probă' }));
  await expectSeen(() => admin.delete(`sittings/${sittingId}/annul`));

  const correction = { ...wanted, mode: 'PERFECT_MATCH' };
  const shown = await admin.post('scoringCorrections', { ...correction, preview: true });
  const { fingerprint } = shown.json<ImpactSummary>();
  const reason = 'Mod greșit';
  await expectSeen(() =>
    admin.post('scoringCorrections', { ...correction, preview: false, reason, fingerprint }),
  );
  await expectSeen(async () => {
    await aFinishedExam(server, contested, { yesterday: false });
    return { statusCode: 200 };
  });
  expect(before.sittings).toBe(4);
});
