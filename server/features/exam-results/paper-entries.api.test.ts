import { beforeAll, describe, expect, it } from 'vitest';
import type { PaperEntry } from '#contract/paper-entries.ts';
import type { SittingDetails } from '#contract/students-exams.ts';
import { highestSeq } from '#domain/exam-taking/save.ts';
import { prepareDuePapers } from '#server/exams/official-papers.ts';
import { selectStudied } from '#server/exams/scoring.ts';
import { aSecretary, type SignedInPerson, signedIn, signedInAs } from '#server/testing/accounts.ts';
import { aCandidate, aCustomExam, type CustomExam } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { rescored } from '#server/testing/rescoring.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aPrintedExam } from '#server/testing/sittings.ts';
import { findingsOf, sealAll } from '#server/testing/tampering.ts';

const server = useTestServer();
let custom: CustomExam;
let first: SignedInPerson;
let second: SignedInPerson;
beforeAll(async () => {
  custom = await aCustomExam(server, { questions: 3, percentSimple: 0 });
  first = await signedInAs(server, 'admin');
  second = await signedIn(server, await aSecretary(server, { collegeId: custom.studyPlace.collegeId }));
});

const read = async (caller: SignedInPerson, groupId: number) =>
  (await caller.get(`paperEntries/${groupId}`)).json<PaperEntry>();
const enter = (caller: SignedInPerson, groupId: number, examId: number, ticks: readonly number[]) =>
  caller.put(`paperEntries/${groupId}`, { exams: [{ examId, ticks }] });
const sitting = async (groupId: number) => (await first.get(`sittings/${groupId}`)).json<SittingDetails>();

describe('entering a paper twice', () => {
  it('[PRINT-1] never shows the other entry, only where the two differ, and stores matching entries as saves', async () => {
    const exam = await aPrintedExam(server, first, custom);
    await exam.save(1, [0], { seq: 7 });
    const { groupId, id } = exam.exam;
    const correct = (await exam.storedAt(2)).answerOrder.reduce(
      (bits, bankIndex, shownAt) => (bankIndex < 5 ? bits | (1 << shownAt) : bits),
      0,
    );
    expect((await enter(first, groupId, id, [1, correct, 0])).statusCode).toBe(200);
    expect(await read(second, groupId)).toMatchObject({
      people: 1,
      isStored: false,
      exams: [{ own: null, isReadTwice: false, differences: [] }],
    });
    const differing = (await enter(second, groupId, id, [1, correct, 2])).json();
    expect(differing).toMatchObject({
      people: 2,
      isStored: false,
      exams: [{ own: { ticks: [1, correct, 2], cleared: [] }, isReadTwice: true, differences: [3] }],
    });
    // Only the differences, so that one person cannot copy the other's entry.
    expect(JSON.stringify(differing)).not.toContain(JSON.stringify([1, correct, 0]));
    expect((await sitting(groupId)).exams[0]).toMatchObject({ status: 'Started' });
    const third = await signedInAs(server, 'admin');
    expect(errorOf(await enter(third, groupId, id, [1, correct, 2]))).toEqual([409, 'paper.twoOthers']);

    expect((await enter(first, groupId, id, [1, correct, 2])).json()).toMatchObject({ isStored: true });
    expect(errorOf(await enter(second, groupId, id, [0, 0, 0]))).toEqual([409, 'paper.stored']);
    const [shown] = (await sitting(groupId)).exams;
    expect(shown).toMatchObject({ status: 'Finished', finishCause: 'staff', answered: 3 });
    expect(shown?.questionExams[1]?.points).toBe(10);
    const names = await server.database.sql<{ name: string }[]>`
      select name from users where id in (${first.userId}, ${second.userId}) order by id`;
    const by = names.map(({ name }) => name).join(', ');
    expect(
      shown?.history
        .filter(({ isPaper, event }) => isPaper && event === 'saved')
        .map((entry) => [entry.questionIndex, entry.by]),
    ).toEqual([
      [1, by],
      [2, by],
      [3, by],
    ]);
    await sealAll(server);
    expect(await findingsOf(server)).toEqual([]);
    expect((await rescored(server.database.sql)).problems).toEqual([]);
    // What was entered from a paper says nothing about the time spent.
    const { sql } = server.database;
    const [studied] = await selectStudied(sql, sql`e.id = ${id}`);
    expect(studied?.questions).toHaveLength(3);
    expect(studied?.questions.filter(({ spent }) => spent >= 0).length).toBeLessThanOrEqual(1);
  });

  it('[PRINT-1] begins a waiting sitting, and adds to one that ended meanwhile', async () => {
    const waiting = await aCandidate(server, custom);
    await prepareDuePapers(server.services);
    const [paper] = await server.database.sql<{ groupId: number; id: number }[]>`
      select e.group_id as "groupId", e.id from exams e join exam_groups g on g.id = e.group_id
       where g.appointment_id = ${waiting.appointment.id}`;
    await first.post('examPrint', { appointments: [waiting.appointment.id] });
    const ended = await aPrintedExam(server, first, custom);
    const end = await first.post(`exams/${ended.exam.id}/end`, { reason: 'Rețeaua a căzut' });
    expect(end.statusCode, end.body).toBeLessThan(300);
    await sealAll(server);
    for (const { groupId, id } of [paper ?? { groupId: 0, id: 0 }, ended.exam]) {
      for (const caller of [first, second])
        expect((await enter(caller, groupId, id, [3, 0, 1])).statusCode).toBe(200);
      const [shown] = (await sitting(groupId)).exams;
      expect(shown).toMatchObject({ status: 'Finished', finishCause: 'staff', answered: 2 });
    }
    await sealAll(server);
    expect(await findingsOf(server)).toEqual([]);
    expect((await rescored(server.database.sql)).problems).toEqual([]);
  });

  it('[PRINT-1] refuses impossible ticks, annulled sittings and students out of scope', async () => {
    const exam = await aPrintedExam(server, first, custom);
    const { groupId, id } = exam.exam;
    for (const ticks of [
      [1, 1],
      [1, 1, 1, 1],
      [0, 0, 1 << 28],
    ])
      expect((await enter(first, groupId, id, ticks)).json()).toMatchObject({ error: 'validation.failed' });
    const simple = await aCustomExam(server, { questions: 1, percentSimple: 100 });
    const one = (await aPrintedExam(server, first, simple)).exam;
    expect((await enter(first, one.groupId, one.id, [3])).json()).toMatchObject({
      errors: [{ path: `exams.${one.id}.1`, error: 'paper.impossible' }],
    });
    const stranger = await signedInAs(server, 'secretary');
    expect((await stranger.get(`paperEntries/${groupId}`)).statusCode).toBe(404);
    expect((await enter(stranger, groupId, id, [0, 0, 0])).statusCode).toBe(404);
    const twice = await first.put(`paperEntries/${groupId}`, {
      exams: [1, 2].map(() => ({ examId: id, ticks: [0, 0, 0] })),
    });
    expect(errorOf(twice)).toEqual([400, 'paper.examTwice']);
    await first.post(`sittings/${groupId}/annul`, { reason: 'Probă' });
    expect(errorOf(await enter(first, groupId, id, [0, 0, 0]))).toEqual([409, 'sitting.annulled']);
  });

  it('[PRINT-1] refuses a paper whose question was saved with the highest sequence, and stores nothing of it', async () => {
    const exam = await aPrintedExam(server, first, custom);
    const { groupId, id } = exam.exam;
    expect((await exam.save(2, [1], { seq: highestSeq })).statusCode).toBe(200);
    expect((await enter(first, groupId, id, [1, 1, 1])).statusCode).toBe(200);
    const refused = await enter(second, groupId, id, [1, 1, 1]);
    expect(refused.json()).toMatchObject({ error: 'paper.seqUsedUp', params: { question: 2 } });
    expect(refused.statusCode).toBe(409);
    expect((await exam.stored()).map(({ ticks }) => ticks)).toEqual([0, 2, 0]);
    expect((await sitting(groupId)).exams[0]).toMatchObject({ status: 'Started' });
    await exam.finish();
    expect((await rescored(server.database.sql)).problems).toEqual([]);
  });

  it('[PRINT-1] refuses a sitting that was finished at a computer, is before its slot, or is a relative’s', async () => {
    const handedIn = await aPrintedExam(server, first, custom);
    await handedIn.finish();
    expect(errorOf(await enter(first, handedIn.exam.groupId, handedIn.exam.id, [0, 0, 0]))).toEqual([
      409,
      'paper.handedIn',
    ]);
    const exam = await aPrintedExam(server, first, custom);
    const { groupId, id } = exam.exam;
    const { sql } = server.database;
    await sql`insert into relatives (user_id, student_id) values (${first.userId}, ${exam.student.studentId ?? 0})`;
    expect(errorOf(await enter(first, groupId, id, [0, 0, 0]))).toEqual([409, 'paper.concerned']);
    await sql`update appointments set starts_at = now() + interval '1 minute'
               where id = (select appointment_id from exam_groups where id = ${groupId})`;
    expect(errorOf(await enter(second, groupId, id, [0, 0, 0]))).toEqual([409, 'paper.tooEarly']);
  });
});
