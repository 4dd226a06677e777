import { beforeAll, describe, expect, it } from 'vitest';
import type { ExamAppointment, LoadedExam } from '#contract/exam-taking.ts';
import { eventLetters } from '#domain/exam-taking/events.ts';
import { deadlineOf } from '#domain/exam-taking/time.ts';
import { preparePaper } from '#server/exams/official-papers.ts';
import { aStudent, signedIn, signedInAs } from '#server/testing/accounts.ts';
import { aCandidate, aCustomExam, anAppointment, type CustomExam } from '#server/testing/exams.ts';
import { untilWaiting } from '#server/testing/locks.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam, runningExam } from '#server/testing/sittings.ts';

const server = useTestServer();
let custom: CustomExam;
beforeAll(async () => {
  custom = await aCustomExam(server, { questions: 4 });
});

describe('beginning an exam', () => {
  it('[EXAM-1] [API-1] begins a listed exam by its id and returns id, status, groupId and no error', async () => {
    const student = await aCandidate(server, custom);
    const detail = (await student.get('getExamUserDetail/')).json();
    expect(detail.exams).toHaveLength(1);
    expect(detail.exams[0]).toMatchObject({
      examId: student.appointment.examId,
      status: 'NotStarted',
      groupId: null,
      durationMinutes: 60,
      questions: 4,
      seatNumber: 7,
      disciplines: [{ pkDiscipline: custom.disciplineIds[0], questions: 4, credits: 5 }],
    });
    expect(detail.disciplines).toEqual(detail.exams[0].disciplines);
    const begun = (await student.post(`prepareExam/?examId=${detail.exams[0].examId}`)).json();
    expect(begun).toMatchObject({
      error: null,
      id: student.appointment.examId,
      status: 'Started',
      index: 1,
      groupExams: [student.appointment.examId],
      questionDisplayCount: 4,
      kind: 'official',
    });
    expect(begun.groupId).toBeGreaterThan(0);
    expect((await student.get(`getExamById/?groupId=${begun.groupId}`)).json()).toMatchObject({
      scoringMode: detail.exams[0].scoringMode,
      seat: { examRoom: detail.exams[0].examRoom, examRow: detail.exams[0].examRow, seatNumber: 7 },
    });
    expect((await student.get('getExamUserDetail/')).json().exams[0]).toMatchObject({
      status: 'Started',
      groupId: begun.groupId,
    });
  });

  it('[REC-3] says how long the recording of an exam that begins now is kept', async () => {
    const student = await aCandidate(server, custom);
    const told = async () => (await student.get('getExamUserDetail/')).json().recordingRetentionDays;
    expect(await told()).toBe(180);
    await server.set({ recordingRetentionDays: 400 });
    await expect.poll(told).toBe(400);
    await server.set({ recordingRetentionDays: 180 });
  });

  it('[EXAM-1] returns Finished for a finished exam without starting it again', async () => {
    const exam = await aRunningExam(server, custom);
    await exam.finish();
    const again = (await exam.student.post(`prepareExam/?examId=${exam.exam.id}`)).json();
    expect(again).toMatchObject({ id: exam.exam.id, status: 'Finished', writer: null, remainingSeconds: 0 });
    expect((await exam.events()).map(({ kind }) => kind)).toEqual(['b', 'f']);
  });

  it.each([
    ['too early', { from: 5, to: 60 }, 'exam.tooEarly', 'startsAt'],
    ['too late', { from: -120, to: -1 }, 'exam.tooLate', 'endedAt'],
  ])('[EXAM-1] [EXAM-2] returns id 0 and the reason as status: %s', async (_when, slot, status, param) => {
    const student = await aCandidate(server, custom, slot);
    for (const path of ['prepareExam/', `prepareExam/?examId=${student.appointment.examId}`]) {
      const response = (await student.post(path)).json();
      expect(response).toMatchObject({ error: null, id: 0, groupId: 0, status, writer: null });
      expect(Date.parse(response.params[param])).not.toBeNaN();
    }
    const begun = await server.database.sql`
      select from exam_groups where user_id = ${student.userId} and started_at is not null`;
    expect(begun.count).toBe(0);
  });

  it('[EXAM-1] [EXAM-2] returns id 0 without an appointment, and not found for another student’s exam', async () => {
    const student = await signedIn(server, await aStudent(server, { studyPlace: custom.studyPlace }));
    expect((await student.post('prepareExam/')).json()).toMatchObject({ id: 0, status: 'exam.none' });
    const other = await aCandidate(server, custom);
    const foreign = await student.post(`prepareExam/?examId=${other.appointment.examId}`);
    expect(errorOf(foreign)).toEqual([404, 'resource.notFound']);
    const teacher = await signedInAs(server, 'teacher');
    expect((await teacher.post('prepareExam/')).json()).toMatchObject({ id: 0, status: 'exam.none' });
    expect((await server.caller().post('prepareExam/')).statusCode).toBe(401);
  });

  it('[EXAM-2] follows the database’s clock, so a moved slot applies immediately', async () => {
    const student = await aCandidate(server, custom, { from: 30, to: 90 });
    expect((await student.post('prepareExam/')).json()).toMatchObject({ status: 'exam.tooEarly' });
    await server.database.sql`update appointments set starts_at = now() where id = ${student.appointment.id}`;
    expect((await student.post('prepareExam/')).json()).toMatchObject({ status: 'Started' });
  });

  it('[EXAM-11] opens a past slot with extra time and extends the exam', async () => {
    const student = await aCandidate(server, custom, { from: -60, to: -5, extraMinutes: 20 });
    const begun = (await student.post('prepareExam/')).json();
    expect(begun.status).toBe('Started');
    expect(Math.abs(begun.remainingSeconds - 15 * 60)).toBeLessThanOrEqual(30);
  });

  it.each([
    ['the whole duration', { from: -5, to: 120 }],
    ['until the slot ends', { from: -90, to: 20 }],
    ['both with the extra time', { from: -90, to: 20, extraMinutes: 13 }],
  ])('[EXAM-19] sets one deadline per sitting: %s', async (_what, slot) => {
    const exam = await aRunningExam(server, custom, slot);
    const [row] = await server.database.sql<Record<string, number>[]>`
      select extract(epoch from e.deadline)::float8 * 1000 as deadline, extract(epoch from e.started_at)::float8 * 1000 as started,
             extract(epoch from a.starts_at)::float8 * 1000 as "startsAt", extract(epoch from a.ends_at)::float8 * 1000 as "endsAt",
             a.extra_minutes as extra
        from exams e join exam_groups g on g.id = e.group_id join appointments a on a.id = g.appointment_id
       where e.id = ${exam.exam.id}`;
    const { deadline = 0, started = 0, startsAt = 0, endsAt = 0, extra = 0 } = row ?? {};
    expect(deadline).toBeCloseTo(deadlineOf(started, 3600, { startsAt, endsAt, extraMinutes: extra }), 0);
  });

  it('[EXAM-11] keeps extra time that is granted while the exam begins', async () => {
    const student = await aCandidate(server, custom, { from: -5, to: 120 });
    await preparePaper(server.services, student.appointment.id);
    let begins: Promise<unknown> | undefined;
    await server.database.sql.begin(async (tx) => {
      await tx`update appointments set extra_minutes = 30 where id = ${student.appointment.id}`;
      begins = student.post('prepareExam/').then((response) => response.statusCode);
      await untilWaiting(server.database.sql, 1);
    });
    await begins;
    const begun = (await student.post('prepareExam/')).json();
    expect(Math.abs(begun.remainingSeconds - 90 * 60)).toBeLessThanOrEqual(60);
  });

  it('[SAFE-8] begins when PostgreSQL ends its first attempt as the victim of a deadlock', async () => {
    const student = await aCandidate(server, custom, { from: -5, to: 120 });
    const { appointment } = student;
    await preparePaper(server.services, appointment.id);
    const { sql } = server.database;
    const aborted = async () =>
      (
        await sql<{ count: number }[]>`
        select deadlocks::int as count from pg_stat_database where datname = current_database()`
      )[0]?.count;
    const before = await aborted();
    let [begins, crosses]: Promise<unknown>[] = [];
    await sql.begin(async (crossing) => {
      // Only the start looks for deadlocks, so it is the victim.
      await crossing`set local deadlock_timeout = '1h'`;
      await crossing`select from exams where id = ${appointment.examId} for update`;
      await sql.begin(async (tx) => {
        await tx`select from exam_groups where appointment_id = ${appointment.id} for update`;
        begins = student.post('prepareExam/').then((response) => response.json());
        await untilWaiting(sql, 1);
        crosses =
          crossing`update appointments set extra_minutes = extra_minutes where id = ${appointment.id}`.then();
        await untilWaiting(sql, 2);
      });
      await crosses;
    });
    expect(await begins).toMatchObject({ status: 'Started', groupId: expect.any(Number) });
    await expect.poll(aborted).toBeGreaterThan(before ?? 0);
  });

  it('[SAFE-8] creates one sitting with one paper when two starts race', async () => {
    const student = await aCandidate(server, custom);
    const responses = await Promise.all(Array.from({ length: 6 }, () => student.post('prepareExam/')));
    const groups = new Set(responses.map((response) => response.json().groupId));
    expect(groups.size).toBe(1);
    const [counted] = await server.database.sql<{ groups: number; begun: number }[]>`
      select (select count(*) from exam_groups where user_id = ${student.userId})::int as groups,
             (select count(*) from exam_events where exam_id = ${student.appointment.examId} and kind = ${eventLetters.begun})::int as begun`;
    expect(counted).toEqual({ groups: 1, begun: 1 });
  });
});

describe('the upcoming exam of a student', () => {
  it('[EXAM-3] is No Content without an appointment', async () => {
    const student = await signedIn(server, await aStudent(server, { studyPlace: custom.studyPlace }));
    const response = await student.get('checkExam/');
    expect([response.statusCode, response.body]).toEqual([204, '']);
    const teacher = await signedInAs(server, 'teacher');
    expect((await teacher.get('checkExam/')).statusCode).toBe(204);
  });

  it('[EXAM-3] has an id before its paper, its seconds while it runs, its status once it has ended', async () => {
    const student = await aCandidate(server, custom);
    const before = (await student.get('checkExam/')).json();
    expect(before).toMatchObject({
      id: student.appointment.examId,
      status: 'NotStarted',
      questionDisplayCount: 4,
      remainingSeconds: 3600,
    });
    const begun = (await student.post(`prepareExam/?examId=${before.id}`)).json();
    const during = (await student.get('checkExam/')).json();
    expect(during).toMatchObject({ id: begun.id, groupId: begun.groupId, status: 'Started', writer: null });
    const exam = runningExam(server, student, begun);
    expect((await exam.save(1, [0])).statusCode).toBe(200);
    await exam.finish();
    expect((await student.get('checkExam/')).json()).toMatchObject({ id: begun.id, status: 'Finished' });
  });

  it('[EXAM-3] is the open one of several appointments', async () => {
    const student = await aStudent(server, { studyPlace: custom.studyPlace });
    const [later, now] = [await aCustomExam(server, { questions: 2 }), custom];
    await anAppointment(server, { student, customExamId: later.id, from: 200, to: 300 });
    const open = await anAppointment(server, { student, customExamId: now.id });
    const caller = await signedIn(server, student);
    expect((await caller.get('checkExam/')).json()).toMatchObject({ id: open.examId });
    expect((await caller.get('getExamUserDetail/')).json().exams).toHaveLength(2);
  });
});

describe('resuming', () => {
  it('[EXAM-9] [EXAM-3] returns the last shown question, remaining time and stored ticks after a reload', async () => {
    const exam = await aRunningExam(server, custom);
    const load = async () =>
      (await exam.student.get(`getExamById/?groupId=${exam.exam.groupId}`)).json() as LoadedExam;
    expect(await load()).toMatchObject({ lastIndex: 1, fullGroupExams: [] });
    const { writer } = await load();
    await exam.next(1, [0], { seq: 1, writer });
    await exam.student.put(
      'examQuestion/?questionIndex=4',
      exam.body(2, undefined, { isSkiped: true, writer }),
    );
    await exam.endIn(1234);
    const loaded = await load();
    expect(loaded.lastIndex).toBe(4);
    expect(Math.abs(loaded.remainingSeconds - 1234)).toBeLessThanOrEqual(10);
    expect(
      loaded.questions.map(({ haveAnyAnswer, isSkiped, seq }) => [haveAnyAnswer, isSkiped, seq]),
    ).toEqual([
      [true, false, 1],
      [false, true, 0],
      [false, false, 0],
      [false, false, 0],
    ]);
    expect(loaded.questions.map(({ id }) => id)).toEqual([1, 2, 3, 4].map(exam.questionId));
  });

  it('[EXAM-9] records every load as an event and assigns a new writer', async () => {
    const exam = await aRunningExam(server, custom);
    const writers = [exam.exam.writer];
    for (const call of ['getExamById/', 'fullExam'])
      writers.push((await exam.student.get(`${call}?groupId=${exam.exam.groupId}`)).json().writer);
    expect(new Set(writers).size).toBe(3);
    expect((await exam.events()).map(({ kind }) => kind)).toEqual(['b', 'r', 'r']);
  });

  it('[EXAM-4] returns the whole exam with all questions and ticks', async () => {
    const exam = await aRunningExam(server, custom);
    await exam.save(3, [2], { seq: 5 });
    const whole = (await exam.student.get(`fullExam?groupId=${exam.exam.groupId}`)).json() as LoadedExam;
    expect(whole.fullGroupExams).toHaveLength(1);
    const { questionExams } = whole.fullGroupExams[0] as LoadedExam['fullGroupExams'][number];
    expect(questionExams.map(({ index }) => index)).toEqual([1, 2, 3, 4]);
    expect(questionExams[2]?.answerExams.map(({ isChecked }) => isChecked)).toEqual([
      false,
      false,
      true,
      false,
      false,
    ]);
  });

  it('[EXAM-9] refuses another student’s sitting and one that has not begun', async () => {
    const [exam, other] = [await aRunningExam(server, custom), await aRunningExam(server, custom)];
    for (const call of ['getExamById/', 'fullExam']) {
      const foreign = await exam.student.get(`${call}?groupId=${other.exam.groupId}`);
      const absent = await exam.student.get(`${call}?groupId=2000000000`);
      expect([foreign.statusCode, foreign.body]).toEqual([absent.statusCode, absent.body]);
      expect(errorOf(foreign)).toEqual([404, 'resource.notFound']);
    }
    expect((await other.events()).map(({ kind }) => kind)).toEqual(['b']);
    const waiting = await aCandidate(server, custom);
    await preparePaper(server.services, waiting.appointment.id);
    const [group] = await server.database.sql<{ id: number }[]>`
      select id from exam_groups where appointment_id = ${waiting.appointment.id}`;
    expect(errorOf(await waiting.get(`getExamById/?groupId=${group?.id}`))).toEqual([409, 'exam.notRunning']);
    const early = await waiting.put('examNext/', { examId: waiting.appointment.examId, prevQuestId: 0 });
    expect(errorOf(early)).toEqual([409, 'exam.notRunning']);
  });
});

describe('several exams in one sitting', () => {
  let double: CustomExam;
  beforeAll(async () => {
    double = await aCustomExam(server, { parts: 2, questions: 3 });
  });

  it('[EXAM-16] come in order, share one deadline, and have their own results', async () => {
    const first = await aRunningExam(server, double);
    const { student, exam } = first;
    expect(exam).toMatchObject({ index: 1, questionDisplayCount: 3 });
    expect(exam.groupExams).toHaveLength(2);
    expect(exam.groupExams[0]).toBe(exam.id);
    const { disciplines } = (await student.get('getExamUserDetail/')).json().exams[0] as ExamAppointment;
    const names = disciplines
      .toSorted((one, other) => one.index - other.index)
      .map(({ disciplineDescription }) => disciplineDescription);
    await first.save(1, [0], { seq: 1 });
    await first.finish();
    expect((await student.put(`examScore/?examId=${exam.id}`)).json()).toMatchObject({
      exam: { id: exam.id, index: 1, maxPoints: 30, answered: 1 },
      groupExams: exam.groupExams,
    });

    const loaded = (await student.get(`getExamById/?groupId=${exam.groupId}`)).json() as LoadedExam;
    expect(loaded).toMatchObject({ id: exam.groupExams[1], index: 2, status: 'Started' });
    expect([exam.name, loaded.name]).toEqual(names);
    expect(loaded.remainingSeconds).toBeLessThanOrEqual(exam.remainingSeconds);
    expect(Math.abs(loaded.remainingSeconds - exam.remainingSeconds)).toBeLessThanOrEqual(30);
    const second = runningExam(server, student, loaded);
    expect((await second.next(1, [0])).json()).toMatchObject({ exam: { index: 2, id: loaded.id } });
    expect((await student.put(`examScore/?examId=${loaded.id}`)).statusCode).toBe(409);
    expect((await second.finish()).json()).toMatchObject({ id: loaded.id, status: 'Finished' });
    expect((await student.get('checkExam/')).json()).toMatchObject({ status: 'Finished', index: 2 });
  });

  it('[EXAM-16] are listed in fullGroupExams in order; finished ones without questions until the results', async () => {
    const first = await aRunningExam(server, double);
    const load = async () =>
      (await first.student.get(`fullExam?groupId=${first.exam.groupId}`)).json() as LoadedExam;
    const whole = await load();
    expect(
      whole.fullGroupExams.map(({ id, index, questionExams }) => [id, index, questionExams.length]),
    ).toEqual([
      [whole.groupExams[0], 1, 3],
      [whole.groupExams[1], 2, 3],
    ]);
    await first.finish();
    expect(
      (await load()).fullGroupExams.map(({ status, questionExams }) => [status, questionExams.length]),
    ).toEqual([
      ['Finished', 0],
      ['Started', 3],
    ]);
  });
});
