import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ExamResults } from '#contract/exam-results.ts';
import { examAnswerId } from '#domain/exam-taking/exam-ids.ts';
import { type ScoringMode, scoringModes } from '#domain/scoring/score-question.ts';
import { maxUnanswered } from '#server/exams/personal-limits.ts';
import {
  aSecretary,
  aStudent,
  aTeacher,
  type SignedInPerson,
  signedIn,
  signedInAs,
} from '#server/testing/accounts.ts';
import {
  aCandidate,
  aCustomExam,
  aCustomExamOf,
  anAppointment,
  aSession,
  type CustomExam,
  someTemplates,
} from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { rescored } from '#server/testing/rescoring.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam, type RunningExam } from '#server/testing/sittings.ts';

const server = useTestServer();
let custom: CustomExam;
beforeAll(async () => {
  custom = await aCustomExam(server, { questions: 6 });
});

/** The shown positions of correct answers, by question. The test bank lists its five correct answers first. */
async function keyOf(exam: RunningExam): Promise<number[][]> {
  return (await exam.stored()).map(({ answerOrder }) =>
    answerOrder.flatMap((bankIndex, shownAt) => (bankIndex < 5 ? [shownAt] : [])),
  );
}
async function answerAll(exam: RunningExam): Promise<void> {
  for (const [index, correct] of (await keyOf(exam)).entries())
    expect((await exam.save(index + 1, correct, { seq: index + 1 })).statusCode).toBe(200);
}
/** Ends every slot of this exam. */
async function slotsAreOver(exam: CustomExam): Promise<void> {
  await server.database.sql`
    update appointments set starts_at = now() - interval '3 hours', ends_at = now() - interval '1 minute', extra_minutes = 0
     where custom_exam_id = ${exam.id}`;
}
const score = async (exam: RunningExam): Promise<ExamResults> =>
  (await exam.student.put(`examScore/?examId=${exam.exam.id}`)).json();

describe('results', () => {
  it('[RESU-1] [API-1] give a perfect exam all details: score, grade, points and ticks per question, key', async () => {
    const own = await aCustomExam(server, { questions: 6 });
    const exam = await aRunningExam(server, own);
    await answerAll(exam);
    await exam.finish();
    await slotsAreOver(own);
    const results = await score(exam);
    expect(results.exam).toMatchObject({
      id: exam.exam.id,
      groupId: exam.exam.groupId,
      status: 'Finished',
      score: 60,
      maxPoints: 60,
      grade: 10,
      answered: 6,
      questionDisplayCount: 6,
      scoringMode: 'FULL_MATCH',
      finishCause: 'student',
    });
    expect(Date.parse(results.exam.serverStopTime)).toBeGreaterThanOrEqual(
      Date.parse(results.exam.serverStartTime),
    );
    expect(results.questionExams.map(({ id, points }) => [id, points])).toEqual(
      [1, 2, 3, 4, 5, 6].map((index) => [exam.questionId(index), 10]),
    );
    const shown = results.questionExams.map(({ answerExams }) =>
      answerExams.flatMap(({ answer }, index) => (answer.isCorrect ? [index] : [])),
    );
    expect(shown).toEqual(await keyOf(exam));
    for (const { id, answerExams } of results.questionExams) {
      expect(answerExams.map((answer) => answer.id)).toEqual(
        answerExams.map((_, at) => examAnswerId(id, at)),
      );
      expect(answerExams.map(({ isChecked }) => isChecked)).toEqual(
        answerExams.map(({ answer }) => answer.isCorrect),
      );
    }
  });

  it('[EXAM-14] are hidden from everyone before the end', async () => {
    const exam = await aRunningExam(server, custom);
    await answerAll(exam);
    const admin = await signedInAs(server, 'admin');
    const query = `?examId=${exam.exam.id}`;
    expect(errorOf(await exam.student.put(`examScore/${query}`))).toEqual([409, 'exam.notFinished']);
    expect(errorOf(await exam.student.get(`previewExam/${query}`))).toEqual([409, 'exam.sitting']);
    expect(errorOf(await admin.get(`previewExam/${query}`))).toEqual([409, 'exam.notFinished']);
    expect(errorOf(await exam.student.get('examsPreview'))).toEqual([409, 'exam.sitting']);
  });

  it('[RESU-1] hide texts and key until the last slot of the custom exam that day', async () => {
    const own = await aCustomExam(server, { questions: 2 });
    const sessionId = await aSession(server);
    const exam = await aRunningExam(server, own, { sessionId, from: -5, to: 60 });
    await exam.finish();
    const early = await score(exam);
    expect(early.exam).toMatchObject({ score: 0, grade: 1 });
    expect(early.questionExams).toEqual([]);
    expect(Date.parse(early.keyFrom ?? '')).toBeGreaterThan(Date.now());
    expect(errorOf(await exam.student.get(`previewExam/?examId=${exam.exam.id}`))).toEqual([
      409,
      'exam.previewClosed',
    ]);

    await slotsAreOver(own);
    expect((await score(exam)).questionExams).toHaveLength(2);
    expect((await exam.student.get(`previewExam/?examId=${exam.exam.id}`)).json().questionExams).toHaveLength(
      2,
    );
  });

  it('[RESU-1] hide texts and key until the day’s last slot of any custom exam with the same disciplines', async () => {
    const own = await aCustomExam(server, { parts: 2, questions: 2 });
    const exam = await aRunningExam(server, own);
    await exam.finish();
    const [, second = 0] = (await score(exam)).groupExams;
    expect((await exam.student.put(`examFinish/?examId=${second}`)).statusCode).toBe(200);
    const other = await aCustomExamOf(server, own.studyPlace, [
      { disciplineId: own.disciplineIds[1] ?? 0, questions: 1 },
    ]);
    const neighbour = await aStudent(server, { studyPlace: own.studyPlace });
    const slot = { student: neighbour, customExamId: other, from: -30, to: -1, extraMinutes: 20 };
    const sitting = await anAppointment(server, slot);
    await slotsAreOver(own);

    expect((await score(exam)).questionExams).toHaveLength(2);
    const closed = (await exam.student.put(`examScore/?examId=${second}`)).json<ExamResults>();
    expect([closed.questionExams, closed.keyFrom]).toEqual([[], expect.any(String)]);
    expect(errorOf(await exam.student.get(`previewExam/?examId=${second}`))).toEqual([
      409,
      'exam.previewClosed',
    ]);
    await server.database.sql`update appointments set exam_date = exam_date - 1 where id = ${sitting.id}`;
    expect((await exam.student.get(`previewExam/?examId=${second}`)).json().questionExams).toHaveLength(2);
  });

  it('[RESU-1] hide texts and key of a template until the last day of its session has ended', async () => {
    const own = await aCustomExam(server, { questions: 2 });
    const sessionId = await aSession(server, { pregenerated: true });
    await someTemplates(server, own, { sessionId });
    const exam = await aRunningExam(server, own, { sessionId });
    await exam.finish();
    await slotsAreOver(own);
    const [session] = await server.database.sql<{ over: string }[]>`
      select (end_date + 1)::timestamptz + interval '1 minute' as over from exam_sessions where id = ${sessionId}`;
    const closed = await score(exam);
    expect(closed.questionExams).toEqual([]);
    expect(Date.parse(closed.keyFrom ?? '')).toBe(Date.parse(session?.over ?? ''));
    await server.database.sql`update exam_sessions set end_date = current_date - 2 where id = ${sessionId}`;
    expect((await score(exam)).questionExams).toHaveLength(4);
  });

  it('[RESU-1] show the score but no texts and key without allowExamPreview', async () => {
    const own = await aCustomExam(server, { questions: 2 });
    const exam = await aRunningExam(server, own);
    await exam.finish();
    await slotsAreOver(own);
    await server.set({ allowExamPreview: false });
    const closed = await score(exam);
    expect(closed).toMatchObject({ exam: { score: 0 }, questionExams: [], keyFrom: null });
    expect(errorOf(await exam.student.get(`previewExam/?examId=${exam.exam.id}`))).toEqual([
      409,
      'exam.previewClosed',
    ]);
    await server.set({ allowExamPreview: true });
    expect((await score(exam)).questionExams).toHaveLength(2);
  });

  it('[RESU-1] are visible to their student, and to staff who may see the exam', async () => {
    const exam = await aRunningExam(server, custom);
    await exam.finish();
    const query = `?examId=${exam.exam.id}`;
    const other = await aCandidate(server, custom);
    expect(errorOf(await other.put(`examScore/${query}`))).toEqual([404, 'resource.notFound']);
    expect(errorOf(await other.get(`previewExam/${query}`))).toEqual([404, 'resource.notFound']);
    expect((await server.caller().get(`previewExam/${query}`)).statusCode).toBe(401);

    const teacher = await aTeacher(server);
    await server.database.sql`insert into discipline_teachers (discipline_id, email, part)
      values (${custom.disciplineIds[0] ?? 0}, ${teacher.email}, 'holder')`;
    const { collegeId } = custom.studyPlace;
    const staff: [SignedInPerson, number][] = [
      [await signedInAs(server, 'admin'), 200],
      [await signedIn(server, teacher), 200],
      [await signedIn(server, await aSecretary(server, { collegeId })), 200],
      [await signedInAs(server, 'teacher'), 404],
      [await signedInAs(server, 'secretary'), 404],
    ];
    for (const [caller, status] of staff) {
      expect((await caller.get(`previewExam/${query}`)).statusCode).toBe(status);
      expect((await caller.get(`exams/${exam.exam.id}/events`)).statusCode).toBe(status);
      expect((await caller.put(`examScore/${query}`)).statusCode).toBe(404);
    }
    expect((await exam.student.get(`exams/${exam.exam.id}/events`)).statusCode).toBe(403);
  });
});

describe('the history of a sitting', () => {
  it('[EXAM-15] records every save, skip, load, extra time and finish with the server’s time', async () => {
    const exam = await aRunningExam(server, custom);
    const { student } = exam;
    await exam.next(1, [0], { seq: 1, clientTime: '1999-12-31', timeElapsed: 5 });
    await exam.next(2, undefined, { isSkiped: true, seq: 2 });
    const { writer } = (await student.get(`getExamById/?groupId=${exam.exam.groupId}`)).json();
    await exam.save(3, [4], { seq: 3, clientTime: 'from the other tab' });
    await server.database.sql`update appointments set extra_minutes = 5 where id = ${exam.appointment.id}`;
    await exam.save(3, [1], { seq: 4, writer });
    await exam.finish();
    await exam.save(3, [2], { seq: 5, writer, clientTime: 'too late' });
    const admin = await signedInAs(server, 'admin');
    const history = (await admin.get(`exams/${exam.exam.id}/events`)).json();
    const shown = history.map((one: Record<string, unknown>) => [
      one.event,
      one.questionIndex,
      one.answers,
      one.seq,
    ]);
    expect(shown).toEqual([
      ['begun', null, null, null],
      ['saved', 1, 'A', 1],
      ['skipped', 2, null, 2],
      ['loaded', null, null, null],
      ['otherWriter', 3, 'E', 3],
      ['timeCredited', null, null, null],
      ['saved', 3, 'B', 4],
      ['finished', null, null, null],
      ['late', 3, 'C', 5],
    ]);
    expect(history[1]).toMatchObject({
      client: { clientTime: '1999-12-31T00:00:00.000Z', timeElapsed: 5 },
      shownNext: 2,
    });
    const times = history.map(({ at }: { at: string }) => Date.parse(at));
    expect(times).toEqual(times.toSorted((a: number, b: number) => a - b));
    expect(Math.abs(times[0] - Date.now())).toBeLessThan(60_000);
  });

  it('[EXAM-15] is append-only', async () => {
    const exam = await aRunningExam(server, custom);
    const { sql } = server.database;
    await expect(sql`update exam_events set ticks = 0 where exam_id = ${exam.exam.id}`).rejects.toThrow(
      /appended/,
    );
    await expect(sql`delete from exam_events where exam_id = ${exam.exam.id}`).rejects.toThrow(/appended/);
  });
});

describe('scores', () => {
  it('[SCORE-8] use the mode of the session, and keep it when the session changes', async () => {
    for (const mode of ['JUST_CORRECT', 'NEGATIVE_MARKING'] satisfies ScoringMode[]) {
      const sessionId = await aSession(server, { mode });
      const exam = await aRunningExam(server, custom, { sessionId });
      await server.database
        .sql`update exam_sessions set scoring_mode = 'PERFECT_MATCH' where id = ${sessionId}`;
      const multiple = (await exam.stored()).find(({ kind }) => kind === 'm')?.position ?? 0;
      const correct = (await keyOf(exam))[multiple - 1] ?? [];
      await exam.save(multiple, correct.slice(0, 1), { seq: 1 });
      await exam.finish();
      const { exam: shown } = await score(exam);
      expect(shown.scoringMode).toBe(mode);
      const hundredths = Math.round(1000 / correct.length);
      expect(shown.score).toBe(mode === 'JUST_CORRECT' ? hundredths / 100 : 0);
    }
  });

  it('[SCORE-10] match the stored events of every finished exam, in every mode', async () => {
    let chance = 7;
    const below = (bound: number) => {
      chance = (chance * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((chance / 2_147_483_648) * bound);
    };
    for (const mode of scoringModes) {
      const sessionId = await aSession(server, { mode });
      const exam = await aRunningExam(server, custom, { sessionId });
      const kinds = (await exam.stored()).map(({ kind }) => kind);
      const saves = Array.from({ length: maxUnanswered }, () => {
        const index = below(6) + 1;
        const ticked = kinds[index - 1] === 's' ? [below(5)] : [0, 1, 2, 3, 4].filter(() => below(2) === 1);
        const seq = below(3) === 0 ? undefined : below(40) + 1;
        return exam.save(index, ticked, {
          saveId: randomUUID(),
          ...(seq && { seq }),
          isSkiped: below(9) === 0,
        });
      });
      for (const response of await Promise.all(saves)) expect(response.statusCode).toBe(200);
      expect((await exam.finish()).json().status).toBe('Finished');
      await exam.save(1, [0], { seq: 99 });
    }
    const { exams, problems } = await rescored(server.database.sql);
    expect(problems).toEqual([]);
    expect(exams).toBeGreaterThanOrEqual(scoringModes.length + 5);
  });
});

describe('lists of one’s own exams', () => {
  it('[API-1] have the fields of the spec in examsPreview, newest first, in pages', async () => {
    const exam = await aRunningExam(server, custom);
    await answerAll(exam);
    await exam.finish();
    const list = await exam.student.get('examsPreview?take=1');
    expect(list.headers['x-total-count']).toBe('1');
    expect(list.json()).toMatchObject([
      {
        disciplineName: expect.any(String),
        grade: 10,
        exam: {
          id: exam.exam.id,
          score: 60,
          status: 'Finished',
          date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        },
      },
    ]);
    const [row] = list.json();
    expect(Date.parse(row.exam.serverStartTime)).toBeLessThanOrEqual(Date.parse(row.exam.serverStopTime));
  });
});
