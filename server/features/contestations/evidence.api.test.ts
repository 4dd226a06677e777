import { describe, expect, it } from 'vitest';
import type { ContestEvidence } from '#contract/contestation-desk.ts';
import type { EvidencePack } from '#contract/evidence-pack.ts';
import type { ExamStatistics } from '#contract/statistics.ts';
import { minServed } from '#domain/statistics/item-analysis.ts';
import { type SignedInPerson, signedIn, signedInAs } from '#server/testing/accounts.ts';
import {
  aContestedExam,
  aFinishedExam,
  type FinishedExam,
  filed,
  openKeyNow,
} from '#server/testing/contestations.ts';
import { record } from '#server/testing/corrections.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { type Decision, evidenceOf, holderOf, readContest, resolve } from '#server/testing/resolving.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
/** The bank's positions of the correct answers of a question. */
async function keyAt(sat: FinishedExam, position: number): Promise<number[]> {
  const { versionId, answerOrder } = await sat.storedAt(position);
  const [key] = await server.database.sql<{ correct: number }[]>`
    select correct from question_keys where question_version_id = ${versionId}`;
  return answerOrder.filter((bankIndex) => (((key?.correct ?? 0) >> bankIndex) & 1) === 1);
}

describe('[CONT-5] evidence', () => {
  it('[CONT-5] shows the answer history, late answers, the key, statistics and the moment in the recording', async () => {
    const contested = await aContestedExam(server);
    const running = await aRunningExam(server, contested.exam, { sessionId: contested.sessionId });
    await running.save(1, [0]);
    await running.save(1, [1]);
    await running.endIn(-90);
    await running.save(1, [2]);
    await running.finish();
    const sat: FinishedExam = { ...running, appointmentId: running.appointment.id };
    await openKeyNow(server, sat);
    const id = await filed(sat, [1]);
    const [evidence] = await evidenceOf(holderOf(contested), id);
    expect(evidence?.history.map(({ event, answers }) => [event, answers])).toEqual([
      ['saved', 'A'],
      ['saved', 'B'],
      ['late', 'C'],
    ]);
    expect(evidence?.late).toEqual([{ at: expect.any(String), answers: 'C' }]);
    expect(evidence?.hindrance).toBeNull();
    expect(evidence?.scored?.answerExams.map(({ isChecked }) => isChecked).slice(0, 3)).toEqual([
      false,
      true,
      false,
    ]);
    expect(evidence?.bank).toMatchObject({ removed: false, current: null, served: { number: 1 } });
    expect(evidence?.statistics).toMatchObject({ served: 1, flags: [{ kind: 'tooFew' }] });
    expect(evidence?.likelyWrongKey).toBe(false);
  });

  it('[CONT-5] [CONT-8] a key is likely wrong by the key in force: no longer after it is corrected for the session; the statistics say the same', async () => {
    const contested = await aContestedExam(server, { disciplines: 2, isWhole: true });
    const { sessionId } = contested;
    let versionId = 0;
    for (let person = 0; person < minServed; person += 1) {
      const running = await aRunningExam(server, contested.exam, { sessionId });
      const served = await running.stored();
      const versionIds = served.map((question) => question.versionId);
      versionId = Math.min(...versionIds);
      for (const { position, answerOrder, ...question } of served) {
        // The bank's first two answers are correct. The better half ticks the other two of one question.
        // One of them leaves out a question of the other discipline, which counts in the rest of the paper too.
        if (person === 0 && question.versionId === Math.max(...versionIds)) continue;
        const isRight = person < minServed / 2 === (question.versionId !== versionId);
        const shown = answerOrder.flatMap((bankIndex, at) => (bankIndex < 2 === isRight ? [at] : []));
        await running.save(position, shown, { seq: position });
      }
      await running.finish();
    }
    const holder = holderOf(contested);
    const opened = await holder.post('examContests/cases', { versionId, sessionId });
    expect(opened.statusCode, opened.body).toBe(201);
    const { id } = opened.json<{ id: number }>();
    const [wrong] = await evidenceOf(holder, id);
    expect(wrong?.statistics?.served).toBe(minServed);
    expect(wrong?.likelyWrongKey).toBe(true);
    for (const who of [holder, admin])
      for (const path of [
        `exams?examCustomId=${contested.exam.id}&sessionId=${sessionId}`,
        `disciplines/${contested.exam.disciplineIds[0]}?sessionId=${sessionId}`,
      ]) {
        const { questions } = (await who.get(`statistics/${path}`)).json<ExamStatistics>();
        expect(questions.find((one) => one.versionId === versionId)).toEqual(wrong?.statistics);
      }
    const answerIds = wrong?.scored?.answerExams.flatMap((one) => (one.answer.isCorrect ? [] : [one.id]));
    const corrected = {
      examQuestionId: wrong?.examQuestionId,
      accepted: true,
      settle: 'changeKey',
      answerIds,
    };
    expect((await resolve(holder, id, corrected)).json()).toMatchObject({ status: 'AC' });
    const [right] = await evidenceOf(holder, id);
    expect(right?.statistics?.answers.map(({ isCorrect }) => isCorrect)).toEqual([false, false, true, true]);
    expect(right?.likelyWrongKey).toBe(false);
  });

  it('[EXAM-8] [CONT-4] a late answer counts for a technical complaint, if it was sent before the key could open', async () => {
    const contested = await aContestedExam(server, { isWhole: true });
    const running = await aRunningExam(server, contested.exam, { sessionId: contested.sessionId });
    const { answerOrder } = await running.storedAt(1);
    await running.finish();
    const sat: FinishedExam = { ...running, appointmentId: running.appointment.id };
    const right = (await keyAt(sat, 1)).map((bankIndex) => answerOrder.indexOf(bankIndex));
    const wrong = answerOrder.flatMap((_, shown) => (right.includes(shown) ? [] : [shown]));
    expect(errorOf(await sat.save(1, wrong, { seq: 50 }))).toEqual([409, 'exam.finished']);
    await openKeyNow(server, sat);
    for (const position of [1, 2])
      expect(errorOf(await sat.save(position, right, { seq: 51 }))).toEqual([409, 'exam.finished']);
    const [appeal, technical] = [
      await filed(sat, [1]),
      await filed(sat, [1], { type: 'technical', comment: 'Rețeaua a căzut' }),
    ];
    const count = { examQuestionId: sat.questionId(1), accepted: true, settle: 'countLate' };
    const problems = async (id: number, decision: Decision) =>
      (await resolve(admin, id, decision)).json().errors[0].error;
    expect(await problems(appeal, count)).toBe('contestation.settleUnfit');
    // An answer after the key stays in the history, but is neither offered nor counted.
    const evidence = await evidenceOf(admin, technical);
    expect(evidence.map(({ index }) => index)).toEqual([0, 1]);
    expect(evidence[1]?.history.filter(({ event }) => event === 'late')).toHaveLength(2);
    const letters = wrong.map((shown) => 'ABCD'[shown]).join('');
    expect(evidence[1]?.late.map(({ answers }) => answers)).toEqual([letters]);
    expect(await problems(technical, { ...count, examQuestionId: sat.questionId(2) })).toBe(
      'contestation.noLateAnswer',
    );
    expect((await resolve(admin, technical, count)).statusCode).toBe(200);
    const counted = (await evidenceOf(admin, technical))[1]?.scored;
    expect(counted?.answerExams.flatMap(({ isChecked }, shown) => (isChecked ? [shown] : []))).toEqual(wrong);
    expect(counted?.points).toBe(0);
  });

  it('[CONT-4] a technical complaint without any late answer is settled by full points for a question of the exam', async () => {
    const contested = await aContestedExam(server);
    const sat = await aFinishedExam(server, contested, { answer: [] });
    const id = await filed(sat, [], { type: 'technical', comment: 'Imaginea nu s-a încărcat' });
    const { questions, otherQuestions } = (await admin.get(`examContests/${id}/evidence`)).json();
    expect(questions.map(({ index }: { index: number }) => index)).toEqual([0]);
    expect(otherQuestions).toEqual([1, 2].map((index) => ({ examQuestionId: sat.questionId(index), index })));
    const whole = { examQuestionId: 0, accepted: true };
    const answerIds = [sat.questionId(2) * 100];
    const at = { examQuestionId: otherQuestions[1].examQuestionId, accepted: true };
    for (const settle of ['removeAnswer', 'changeKey']) {
      const refused = await resolve(admin, id, whole, { ...at, settle, answerIds });
      expect(refused.json().errors).toMatchObject([
        { path: 'questions.1.settle', error: 'contestation.settleUnfit' },
      ]);
    }
    expect((await resolve(admin, id, whole, { ...at, settle: 'countLate' })).json().errors).toMatchObject([
      { path: 'questions.1.settle', error: 'contestation.noLateAnswer' },
    ]);
    const settled = await resolve(admin, id, whole, { ...at, settle: 'fullPoints' });
    expect(settled.json()).toMatchObject({ status: 'AC', scoreBefore: 0, scoreAfter: 10 });
    // The question now belongs to the complaint.
    const after = (await admin.get(`examContests/${id}/evidence`)).json();
    expect(after.questions.map(({ index }: { index: number }) => index)).toEqual([0, 2]);
    expect(after.otherQuestions.map(({ index }: { index: number }) => index)).toEqual([1]);
  });

  it('[CONT-5] [ROLE-5] the recording is opened at the moment of the question; a holder of a part reads that it shows others', async () => {
    const contested = await aContestedExam(server, { disciplines: 2, questions: 1 });
    const sat = await aFinishedExam(server, contested);
    const id = await filed(sat, [1, 2]);
    const seenBy = async (who: SignedInPerson) => {
      const { questions, recorded } = (await who.get(`examContests/${id}/evidence`)).json<{
        questions: ContestEvidence[];
        recorded: string;
      }>();
      const packed = (await who.get(`examContests/${id}/pack`)).json<EvidencePack>().content;
      expect(packed.recorded).toBe(recorded);
      return [recorded, ...questions.map(({ recording }) => recording?.fileName)];
    };
    const fileName = `${sat.exam.groupId}.json`;
    for (const holder of contested.holders) expect(await seenBy(holder)).toEqual(['no', undefined]);
    expect((await record(sat.student, sat.exam.groupId)).statusCode).toBe(201);
    expect(await seenBy(admin)).toEqual(['shown', fileName, fileName]);
    for (const holder of contested.holders) expect(await seenBy(holder)).toEqual(['ofOthers', undefined]);
    const [one, other] = contested.holders;
    await server.database.sql`
      insert into discipline_teachers (discipline_id, email, part)
      select discipline_id, ${one?.email ?? ''}, 'holder' from discipline_teachers where email = ${other?.email ?? ''}`;
    expect(await seenBy(holderOf(contested))).toEqual(['shown', fileName, fileName]);
    // A holder who sat the exam does not play its recording, although all its questions are theirs.
    const { userId, email } = sat.student;
    await server.database.sql`update users set is_admin = true where id = ${userId}`;
    expect(await seenBy(await signedIn(server, { userId, email }))).toEqual(['closed', undefined, undefined]);
  });

  it('[CONT-4] refuses meaningless decisions without writing', async () => {
    const contested = await aContestedExam(server);
    const sat = await aFinishedExam(server, contested);
    const id = await filed(sat, [1]);
    const holder = holderOf(contested);
    const accept = { examQuestionId: sat.questionId(1), accepted: true };
    const problems = async (...decisions: readonly Decision[]) =>
      (await resolve(holder, id, ...decisions))
        .json<{ errors: { error: string }[] }>()
        .errors.map(({ error }) => error);
    expect(await problems({ ...accept, settle: 'removeAnswer' })).toEqual(['contestation.answersMissing']);
    expect(await problems({ ...accept, settle: 'removeAnswer', answerIds: [7] })).toEqual([
      'validation.reference',
    ]);
    expect(await problems({ ...accept, settle: 'fullPoints', reach: 'session' })).toEqual([
      'contestation.reach',
    ]);
    expect(await problems({ ...accept, settle: 'removeAnswer', reach: 'template' })).toEqual([
      'contestation.reach',
    ]);
    expect(await problems({ ...accept, settle: 'countLate' })).toEqual(['contestation.settleUnfit']);
    expect(await problems({ ...accept, examQuestionId: sat.questionId(2) })).toEqual([
      'validation.reference',
    ]);
    expect(await problems(accept, accept)).toEqual(['contestation.questionTwice']);
    expect(await readContest(holder, id)).toMatchObject({ status: 'DP' });
  });
});

it('[CONT-6] the office sees numbers by discipline, status and age', async () => {
  const contested = await aContestedExam(server);
  const [one, other] = [await aFinishedExam(server, contested), await aFinishedExam(server, contested)];
  const id = await filed(one, [1]);
  await filed(other, [1]);
  await resolve(holderOf(contested), id, { examQuestionId: one.questionId(1), accepted: false });
  const path = `examContests/summary?sessionId=${contested.sessionId}`;
  const { lines } = (await admin.get(path)).json();
  expect(lines).toMatchObject([
    {
      disciplineId: contested.exam.disciplineIds[0],
      statuses: { DP: 1, RS: 1, AC: 0, PAC: 0 },
      ages: { upToOne: 1, older: 0 },
      overdue: 0,
    },
  ]);
  expect((await holderOf(contested).get(path)).json().lines).toEqual(lines);
  expect((await (await signedInAs(server, 'teacher')).get(path)).json().lines).toEqual([]);
  expect((await one.student.get(path)).statusCode).toBe(403);
  const csv = (
    await admin.get(`examContests/summary/export?format=csv&lang=en&sessionId=${contested.sessionId}`)
  ).body;
  expect(csv.split('\r\n')[1]).toContain(',1,1,0,0,1,0,0,0,0,');
});

it('[CONT-6] the dean’s office counts by the questions of each discipline, chooses among all sessions, and lists no contestation', async () => {
  const contested = await aContestedExam(server, { disciplines: 2, questions: 1 });
  const sat = await aFinishedExam(server, contested);
  const id = await filed(sat, [1, 2]);
  await filed(sat, [1], { type: 'technical', comment: 'Rețeaua a căzut' });
  const holder = holderOf(contested);
  const [own] = await evidenceOf(holder, id);
  await resolve(holder, id, { examQuestionId: own?.examQuestionId, accepted: false });
  const dean = await signedInAs(server, 'dean');
  const { lines } = (await dean.get(`examContests/summary?sessionId=${contested.sessionId}`)).json<{
    lines: { disciplineId: number | null; statuses: object; ages: object }[];
  }>();
  const countsOf = (wanted: number | null | undefined) =>
    lines
      .filter(({ disciplineId }) => disciplineId === wanted)
      .map(({ statuses, ages }) => ({ ...statuses, ...ages }));
  const open = { DP: 1, RS: 0, AC: 0, PAC: 0, upToOne: 1 };
  // One discipline is decided, the other still waits; the complaint counts once, though it names a question.
  expect(countsOf(own?.disciplineId)).toMatchObject([{ ...open, DP: 0, RS: 1, upToOne: 0 }]);
  expect(countsOf(contested.exam.disciplineIds.find((one) => one !== own?.disciplineId))).toMatchObject([
    open,
  ]);
  expect(countsOf(null)).toMatchObject([open]);
  expect(lines).toHaveLength(3);
  const choices = (await dean.get('examContests/choices')).json();
  expect(choices.sessions.map((session: { id: number }) => session.id)).toContain(contested.sessionId);
  expect(choices.disciplines).toEqual([]);
  expect((await dean.get('examContests')).json()).toEqual([]);
  const foreign = (await (await signedInAs(server, 'teacher')).get('examContests/choices')).json();
  expect(foreign).toEqual({ sessions: [], disciplines: [] });
});
