import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ExamQuestion } from '#contract/exam-taking.ts';
import { examAnswerId, examQuestionId } from '#domain/exam-taking/exam-ids.ts';
import { highestSeq } from '#domain/exam-taking/save.ts';
import { signedIn, signedInAs } from '#server/testing/accounts.ts';
import { aCandidate, aCustomExam, type CustomExam } from '#server/testing/exams.ts';
import { editStudent } from '#server/testing/people-forms.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { testServer, useTestServer } from '#server/testing/server.ts';
import { aRunningExam, type RunningExam } from '#server/testing/sittings.ts';

const server = useTestServer();
let custom: CustomExam;
beforeAll(async () => {
  custom = await aCustomExam(server, { questions: 6 });
});

const begun = () => aRunningExam(server, custom);
async function indexOf(exam: RunningExam, kind: 's' | 'm'): Promise<number> {
  return (await exam.stored()).find((question) => question.kind === kind)?.position ?? 0;
}

describe('moving through an exam', () => {
  it('[EXAM-5] keeps the ticks and records an event when a move repeats the last sequence', async () => {
    const exam = await begun();
    await exam.save(1, [2], { seq: 3 });
    const moved = await exam.next(1, [1], { seq: 3, isSkiped: false, haveAnyAnswer: true, user: 7 });
    expect([moved.statusCode, moved.json().index]).toEqual([200, 2]);
    expect(await exam.storedAt(1)).toMatchObject({ ticks: 4, seq: 3 });
    expect((await exam.events()).at(-1)).toMatchObject({ kind: 's', position: 1, seq: 3, toPosition: 2 });
  });

  it('[EXAM-5] [API-1] saves on every move and returns the target question, in the spec’s words', async () => {
    const exam = await begun();
    const { student } = exam;
    const first = (await student.put('examNext/', { examId: exam.exam.id, prevQuestId: 0 })).json();
    expect(first).toEqual({
      id: exam.questionId(1),
      index: 1,
      remainingSeconds: expect.any(Number),
      question: { id: exam.questionId(1), text: expect.any(String), points: 10, attachmentName: null },
      answerType: expect.stringMatching(/^(simple|multiple)$/),
      answerExams: Array.from({ length: 5 }, (_, index) => ({
        id: examAnswerId(exam.questionId(1), index),
        isChecked: false,
        answer: { description: expect.any(String), answerAttachment: null },
      })),
      haveAnyAnswer: false,
      isSkiped: false,
      seq: 0,
      exam: { id: exam.exam.id, groupId: exam.exam.groupId, index: 1, questionDisplayCount: 6 },
    });
    const second = await exam.next(1, [2], { index: 1, user: 'x', haveAnyAnswer: true, timeElapsed: 3 });
    expect(second.json()).toMatchObject({ index: 2, haveAnyAnswer: false });
    const fifth = await student.put('examQuestion/?questionIndex=5', exam.body(2, [1]));
    expect(fifth.json()).toMatchObject({ index: 5 });
    const fourth = await student.put('examBack/', exam.body(5, [0]));
    expect(fourth.json()).toMatchObject({ index: 4 });
    const again = await student.put('examQuestion/?questionIndex=1', exam.body(4));
    expect(again.json()).toMatchObject({ index: 1, haveAnyAnswer: true, seq: 1 });
    expect((again.json() as ExamQuestion).answerExams.map(({ isChecked }) => isChecked)).toEqual([
      false,
      false,
      true,
      false,
      false,
    ]);
    expect((await exam.stored()).map(({ ticks }) => ticks)).toEqual([4, 2, 0, 0, 1, 0]);
  });

  it('[EXAM-5] stays on examSave and returns the sequence and the remaining seconds', async () => {
    const exam = await begun();
    const saved = await exam.save(3, [1], { seq: 7 });
    expect(saved.json()).toEqual({ seq: 7, remainingSeconds: expect.any(Number) });
    expect(Math.abs(saved.json().remainingSeconds - 3600)).toBeLessThanOrEqual(60);
    expect(await exam.storedAt(3)).toMatchObject({ ticks: 2, seq: 7 });
  });

  it('[EXAM-5] returns nothing for an index past the last question, and keeps the ticks', async () => {
    const exam = await begun();
    const response = await exam.student.put('examQuestion/?questionIndex=7', exam.body(1, [0]));
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect(await exam.storedAt(1)).toMatchObject({ ticks: 1 });
    expect((await exam.student.put('examQuestion/?questionIndex=10001', exam.body(1))).statusCode).toBe(400);
  });

  it('[EXAM-7] returns to the first skipped question after the last, and to nothing when none is skipped', async () => {
    const exam = await begun();
    expect((await exam.next(2, undefined, { isSkiped: true })).json()).toMatchObject({ index: 3 });
    expect((await exam.next(4, undefined, { isSkiped: true })).json()).toMatchObject({ index: 5 });
    expect((await exam.next(6, [0])).json()).toMatchObject({ index: 2, isSkiped: true });
    expect((await exam.next(2, [0])).json()).toMatchObject({ index: 3 });
    expect((await exam.next(6, [0])).json()).toMatchObject({ index: 4 });
    await exam.next(4, [0]);
    expect((await exam.next(6, [0])).statusCode).toBe(204);
    const status = await exam.student.get('checkExam/');
    expect(status.json()).toMatchObject({ id: exam.exam.id, status: 'Started' });
  });

  it('[EXAM-4] [SAFE-3] never changes ticks on a skip, whatever it carries', async () => {
    const exam = await begun();
    await exam.save(1, [3], { seq: 1 });
    await exam.next(1, [], { isSkiped: true, seq: 2 });
    expect(await exam.storedAt(1)).toMatchObject({ ticks: 8, seq: 1, marks: 1 });
  });
});

describe('a save body', () => {
  it('[EXAM-5] gets the same refusal for another student’s exam and for one that does not exist', async () => {
    const [mine, other] = [await begun(), await begun()];
    const foreign = await mine.student.put('examSave/', other.body(1, [0]));
    const absentId = 2_000_000_000;
    const absent = await mine.student.put('examSave/', {
      ...mine.body(1),
      examId: absentId,
      prevQuestId: examQuestionId({ examId: absentId, position: 1 }),
    });
    expect([foreign.statusCode, foreign.body]).toEqual([absent.statusCode, absent.body]);
    expect(errorOf(foreign)).toEqual([404, 'resource.notFound']);
    for (const prevQuestId of [0, other.questionId(1)]) {
      const read = await mine.student.put('examNext/', { examId: other.exam.id, prevQuestId });
      expect(errorOf(read)).toEqual([404, 'resource.notFound']);
    }
    expect((await other.stored()).every(({ ticks }) => ticks === 0)).toBe(true);
    expect((await other.events()).map(({ kind }) => kind)).toEqual(['b']);
  });

  it('[EXAM-5] is refused for a question of another exam, or of none', async () => {
    const [mine, other] = [await begun(), await begun()];
    for (const prevQuestId of [other.questionId(1), mine.questionId(7), mine.questionId(999), 5]) {
      const response = await mine.save(1, undefined, { prevQuestId });
      expect(errorOf(response)).toEqual([404, 'resource.notFound']);
    }
    expect((await mine.stored()).every(({ ticks }) => ticks === 0)).toBe(true);
  });

  it('[EXAM-5] is refused for an answer that the question does not show', async () => {
    const exam = await begun();
    const question = exam.questionId(1);
    const strange = [
      examAnswerId(question, 5),
      examAnswerId(question, 29),
      examAnswerId(question, 30),
      examAnswerId(exam.questionId(2), 0),
      1,
      Number.MAX_SAFE_INTEGER,
    ];
    for (const id of strange) {
      const response = await exam.save(1, undefined, { currentAnswerChekedIds: [id] });
      expect(errorOf(response)).toEqual([400, 'exam.answerImpossible']);
    }
    expect(await exam.storedAt(1)).toMatchObject({ ticks: 0, seq: 0 });
    expect((await exam.events()).map(({ kind }) => kind)).toEqual(['b']);
  });

  it('[EXAM-18] may tick several answers of a multiple question, but only one of a simple one', async () => {
    const exam = await begun();
    const simple = await indexOf(exam, 's');
    const multiple = await indexOf(exam, 'm');
    expect(errorOf(await exam.save(simple, [0, 1]))).toEqual([400, 'exam.answerImpossible']);
    expect((await exam.save(simple, [0, 0])).statusCode).toBe(200);
    expect((await exam.save(simple, [3])).statusCode).toBe(200);
    expect((await exam.save(multiple, [0, 1, 4])).statusCode).toBe(200);
    expect(await exam.storedAt(simple)).toMatchObject({ ticks: 0b01000 });
    expect(await exam.storedAt(multiple)).toMatchObject({ ticks: 0b10011 });
  });

  it('[EXAM-5] may claim any user and time: they are recorded and change nothing', async () => {
    const [exam, other] = [await begun(), await begun()];
    const said = {
      user: { id: other.student.userId, role: 'Admin' },
      clientTime: '1970-01-01T00:00:00Z',
      timeElapsed: -99_999_999,
      index: 4,
      haveAnyAnswer: false,
    };
    const saved = await exam.save(1, [0], { ...said, saveId: randomUUID() });
    expect(Math.abs(saved.json().remainingSeconds - 3600)).toBeLessThanOrEqual(60);
    const event = (await exam.events()).find(({ kind }) => kind === 's');
    expect(event).toMatchObject({ position: 1, ticks: 1 });
    expect(event?.client).toEqual({
      user: other.student.userId,
      clientTime: '1970-01-01T00:00:00.000Z',
      timeElapsed: said.timeElapsed,
    });
  });

  it('[EXAM-5] [SAFE-14] may contain personal or hostile text, of which nothing is recorded', async () => {
    const exam = await begun();
    for (const clientTime of ['now', `"},{\\" NULL' ; drop table exam_events; -- \n\t{1,2} ș😀`]) {
      const chatty = await exam.save(1, [1], {
        user: { name: 'Viorica Plantată', cnp: '6040501129879', story: 'x'.repeat(5000) },
        clientTime,
        timeElapsed: '0799888777',
      });
      expect(chatty.statusCode).toBe(200);
      expect((await exam.events()).at(-1)).toMatchObject({ kind: 's', client: null });
    }
  });

  it('[EXAM-5] never fails the server or delays other saves', async () => {
    const [exam, ...neighbours] = [await begun(), await begun(), await begun()];
    const hostile = [
      { seq: highestSeq + 1 },
      { seq: 0 },
      { seq: -1 },
      { seq: 1.5 },
      { seq: '1' },
      { examId: 2_147_483_648, prevQuestId: 0 },
      { examId: 2_147_483_648, prevQuestId: 2_147_483_648_001 },
      { prevQuestId: -1 },
      { prevQuestId: Number.MAX_SAFE_INTEGER },
      { saveId: 'not-a-uuid' },
      { writer: "' or true --" },
      { currentAnswerChekedIds: Array.from({ length: 31 }, () => examAnswerId(exam.questionId(1), 0)) },
      { currentAnswerChekedIds: ['1'] },
      { currentAnswerChekedIds: 1 },
      { clientTime: 'a\0b' },
      { user: { 'a\0b': 1 } },
      { user: { '\ud800': 1 } },
      { stray: true },
    ];
    const responses = await Promise.all(
      hostile.flatMap((changed, n) => [
        exam.student.put('examNext/', { ...exam.body(1, [0]), ...changed }),
        neighbours[n % 2]?.save(2, [0], { saveId: randomUUID() }),
      ]),
    );
    const statuses = responses.map((response) => response?.statusCode);
    for (const [index, changed] of hostile.entries()) {
      const label = JSON.stringify(changed).slice(0, 80);
      expect([label, Number(statuses[index * 2]) < 500]).toEqual([label, true]);
      expect(statuses[index * 2 + 1]).toBe(200);
    }
  });

  it('[EXAM-5] [SAFE-17] may nest client details a little; deeper nesting is refused', async () => {
    const exam = await begun();
    const deep = (depth: number) =>
      JSON.stringify({ ...exam.body(1, [0]), user: { deep: 'HERE' } }).replace(
        '"HERE"',
        '['.repeat(depth) + ']'.repeat(depth),
      );
    for (const [depth, status] of [
      [10, 200],
      [400, 400],
      [100_000, 413],
    ]) {
      const response = await exam.student.put('examSave/', deep(depth as number), {
        'content-type': 'application/json',
      });
      expect([depth, response.statusCode]).toEqual([depth, status]);
    }
    expect(await exam.storedAt(1)).toMatchObject({ ticks: 1, seq: 1 });
  });

  it('[SAFE-4] may use the highest sequence without closing the question', async () => {
    const exam = await begun();
    expect((await exam.save(1, [0], { seq: highestSeq })).json()).toMatchObject({ seq: highestSeq });
    expect((await exam.save(1, [1])).json()).toMatchObject({ seq: highestSeq });
    expect(await exam.storedAt(1)).toMatchObject({ ticks: 2, seq: highestSeq });
  });
});

describe('permission to save', () => {
  it('[AUTH-5] is refused without a sign-in, and after it has ended even with a valid token', async () => {
    const exam = await begun();
    expect((await server.caller().put('examSave/', exam.body(1, [0]))).statusCode).toBe(401);
    await exam.save(1, [0]);
    await exam.student.post('logout');
    for (const call of ['examSave/', 'examNext/'])
      expect(errorOf(await exam.student.put(call, exam.body(1, [1])))).toEqual([401, 'auth.expired']);
    const read = await exam.student.put('examNext/', { examId: exam.exam.id, prevQuestId: 0 });
    expect(errorOf(read)).toEqual([401, 'auth.expired']);
    expect(await exam.storedAt(1)).toMatchObject({ ticks: 1 });
  });

  it('[AUTH-5] is refused after the sign-in expires', async () => {
    const exam = await begun();
    await server.database
      .sql`update sign_ins set expires_at = now() - interval '1 second' where user_id = ${exam.student.userId}`;
    expect(errorOf(await exam.save(1, [1]))).toEqual([401, 'auth.expired']);
    expect(await exam.storedAt(1)).toMatchObject({ ticks: 0 });
  });

  it('[AUTH-8] ends when the account is disabled, for every call on every process', async () => {
    const exam = await begun();
    const sibling = await testServer({ database: server });
    expect((await exam.save(1, [0])).statusCode).toBe(200);
    const admin = await signedInAs(server, 'admin');
    const account = `users/${exam.student.userId}`;
    const disabled = await admin.post(`${account}/disable`, { whileSitting: true });
    expect(disabled.statusCode).toBe(204);
    const reading = { examId: exam.exam.id, prevQuestId: 0 };
    for (const { caller } of [server, sibling]) {
      const student = caller(exam.student.token);
      for (const refused of [
        await student.put('examSave/', exam.body(1, [1])),
        await student.put('examNext/', exam.body(1, [1])),
        await student.put('examNext/', reading),
        await student.put(`examFinish/?examId=${exam.exam.id}`),
        await student.get(`getExamById/?groupId=${exam.exam.groupId}`),
      ])
        expect(errorOf(refused)).toEqual([401, 'auth.expired']);
    }
    expect(await exam.storedAt(1)).toMatchObject({ ticks: 1 });
    expect((await exam.events()).map(({ kind }) => kind)).toEqual(['b', 's']);
    // Enabling the account again does not restore its sign-ins.
    expect((await admin.post(`${account}/enable`)).statusCode).toBe(204);
    expect(errorOf(await exam.save(1, [1]))).toEqual([401, 'auth.expired']);
    await sibling.close();
  });

  it('[AUTH-8] continues after the student’s enrolment is edited', async () => {
    const exam = await begun();
    const admin = await signedInAs(server, 'admin');
    const [row] = await server.database.sql<{ id: number }[]>`
      select id from students where email = ${exam.student.email}`;
    const edited = await editStudent(admin, row?.id ?? 0, { groupeNumber: '7', firstName: 'Maria' });
    expect(edited.statusCode).toBe(200);
    expect((await exam.save(1, [0])).statusCode).toBe(200);
  });

  it('[SAFE-11] is refused with an expired token, even if its sign-in is active', async () => {
    const exam = await begun();
    const old = await signedIn(server, exam.student, { minutes: 0 });
    await server.database
      .sql`update sign_ins set expires_at = now() + interval '1 hour' where user_id = ${old.userId}`;
    const reading = { examId: exam.exam.id, prevQuestId: 0, writer: exam.exam.writer };
    for (const refused of [
      await old.put('examSave/', exam.body(1, [1])),
      await old.put('examNext/', reading),
    ])
      expect(errorOf(refused)).toEqual([401, 'auth.expired']);
    expect(await exam.storedAt(1)).toMatchObject({ ticks: 0 });
  });

  it('[EXAM-2] is refused before the exam has begun', async () => {
    const student = await aCandidate(server, custom);
    const { examId } = student.appointment;
    const prevQuestId = examQuestionId({ examId, position: 1 });
    const response = await student.put('examSave/', { examId, prevQuestId, currentAnswerChekedIds: [] });
    expect(response.statusCode).toBe(404);
  });
});
