import { beforeAll, describe, expect, it } from 'vitest';
import type { Dashboard } from '#contract/dashboard.ts';
import { theSystem } from '#server/db/database.ts';
import {
  aDiscipline,
  aSecretary,
  aSeries,
  aStudent,
  aTeacher,
  type Person,
  signedIn,
  signedInAs,
} from '#server/testing/accounts.ts';
import { aChapter, aQuestion, aStructure } from '#server/testing/bank.ts';
import {
  aCustomExam,
  anAppointment,
  aSession,
  aTaughtDiscipline,
  type CustomExam,
} from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';

const server = useTestServer();
let exam: CustomExam;
let sessionId: number;
beforeAll(async () => {
  sessionId = await aSession(server);
  exam = await aCustomExam(server, { questions: 4, name: 'Examen de azi' });
});

const boardOf = async (person: Person): Promise<Dashboard> =>
  (await (await signedIn(server, person)).get('dashboard')).json();

async function teacherOf(disciplineId: number, part: 'holder' | 'collaborator'): Promise<Person> {
  const teacher = await aTeacher(server);
  await server.database.transaction(
    theSystem,
    (tx) =>
      tx`insert into discipline_teachers (discipline_id, email, part) values (${disciplineId}, ${teacher.email}, ${part})`,
  );
  return teacher;
}

describe('[HOME-1] the dashboard of a teacher', () => {
  it('[HOME-1] names chapters of held disciplines that cannot serve their structure, and no others', async () => {
    const short = await aTaughtDiscipline(server, { bank: 3, questions: 3 });
    const held = await aTaughtDiscipline(server, { bank: 8, questions: 4 });
    const teacher = await teacherOf(short.id, 'holder');
    expect((await boardOf(teacher)).teacher?.shortChapters).toEqual([]);
    await server.database.transaction(
      theSystem,
      (tx) => tx`
        update questions set removed_at = now() where id in (
          select id from questions where chapter_id = ${short.chapterId} order by id limit 2)`,
    );
    const { teacher: part, admin, secretary, dean, student } = await boardOf(teacher);
    expect(part?.shortChapters).toMatchObject([
      { disciplineId: short.id, of: 'either', asked: 3, available: 1 },
    ]);
    expect({ admin, secretary, dean, student }).toEqual({
      admin: null,
      secretary: null,
      dean: null,
      student: null,
    });
    expect((await boardOf(await teacherOf(held.id, 'holder'))).teacher?.shortChapters).toEqual([]);
    expect((await boardOf(await teacherOf(short.id, 'collaborator'))).teacher?.shortChapters).toEqual([]);
  });

  it('[HOME-1] [DISC-6] names a chapter with enough questions of the wrong kind', async () => {
    // With one correct answer each, questions are served as simple ones only.
    const withSimple = async (percentSimple: number) => {
      const { id } = await aDiscipline(server);
      const chapterId = await aChapter(server, id);
      for (let n = 0; n < 3; n += 1) await aQuestion(server, chapterId, { correct: 1, wrong: 9 });
      await aStructure(server, id, [{ id: chapterId, questions: 3, percentSimple }]);
      return { id, lines: (await boardOf(await teacherOf(id, 'holder'))).teacher?.shortChapters };
    };
    expect((await withSimple(100)).lines).toEqual([]);
    const { id, lines } = await withSimple(0);
    expect(lines).toMatchObject([{ disciplineId: id, of: 'multiple', asked: 3, available: 0 }]);
  });

  it('[HOME-1] lists the exams of today that ask a held discipline', async () => {
    const [disciplineId = 0] = exam.disciplineIds;
    const holder = await teacherOf(disciplineId, 'holder');
    for (let n = 0; n < 2; n += 1) {
      const student = await aStudent(server, { studyPlace: exam.studyPlace });
      await anAppointment(server, { student, customExamId: exam.id, sessionId });
    }
    const today = (await boardOf(holder)).teacher?.examsToday ?? [];
    expect(today.reduce((all, { students }) => all + students, 0)).toBe(2);
    expect(new Set(today.map(({ examName }) => examName))).toEqual(new Set(['Examen de azi']));
    expect((await boardOf(await teacherOf(disciplineId, 'collaborator'))).teacher?.examsToday).toEqual([]);
  });

  it('[HOME-1] counts what collaborators wrote lately in held disciplines', async () => {
    const taught = await aTaughtDiscipline(server, { bank: 2, questions: 1 });
    const holder = await teacherOf(taught.id, 'holder');
    const collaborator = await teacherOf(taught.id, 'collaborator');
    expect((await boardOf(holder)).teacher?.newQuestions).toEqual([]);
    await server.database.transaction(
      theSystem,
      (tx) =>
        tx`update questions set added_by = ${collaborator.userId} where chapter_id = ${taught.chapterId}`,
    );
    expect((await boardOf(holder)).teacher?.newQuestions).toMatchObject([
      { disciplineId: taught.id, questions: 2 },
    ]);
    expect((await boardOf(collaborator)).teacher?.newQuestions).toEqual([]);
  });
});

describe('[HOME-1] the dashboard of a secretary', () => {
  it('[HOME-1] shows today’s rooms, who has no appointment and what cannot be served, in scope only', async () => {
    const own = await aCustomExam(server, { questions: 4, name: 'Examen propriu' });
    const { collegeId } = own.studyPlace;
    const seated = await aStudent(server, { studyPlace: own.studyPlace });
    await aStudent(server, { studyPlace: own.studyPlace });
    await anAppointment(server, { student: seated, customExamId: own.id, sessionId });
    const secretary = await aSecretary(server, { collegeId });
    const part = (await boardOf(secretary)).secretary;
    expect(part?.roomsToday).toMatchObject([{ students: 1 }]);
    expect(part?.unbooked).toMatchObject([{ customExamId: own.id, examName: 'Examen propriu', students: 1 }]);
    expect(part?.notServable).toEqual([]);
    const [disciplineId = 0] = own.disciplineIds;
    await server.database.transaction(
      theSystem,
      (tx) =>
        tx`update questions set removed_at = now() where chapter_id in (select id from chapters where discipline_id = ${disciplineId})`,
    );
    expect((await boardOf(secretary)).secretary?.notServable).toMatchObject([{ customExamId: own.id }]);
    const elsewhere = await aSecretary(server, { ...(await aSeries(server)) });
    expect((await boardOf(elsewhere)).secretary).toEqual({
      roomsToday: [],
      unbooked: [],
      importProblems: [],
      notServable: [],
    });
  });
});

describe('[HOME-1] the other dashboards', () => {
  it('[HOME-1] shows the dean’s office structures, sessions and pass rates', async () => {
    const running = await aRunningExam(server, await aCustomExam(server, { questions: 2 }), {});
    await running.finish();
    const dean = await signedInAs(server, 'dean');
    const part = (await dean.get('dashboard')).json<Dashboard>().dean;
    expect(part?.sessions.map(({ id }) => id)).toContain(sessionId);
    expect(part?.incompleteCount).toBeGreaterThanOrEqual(part?.incomplete.length ?? 0);
    const [rate] = part?.passRates ?? [];
    expect(rate?.exams).toBeGreaterThanOrEqual(1);
    expect(rate?.passed).toBeLessThanOrEqual(rate?.exams ?? 0);
  });

  it('[HOME-1] shows administrators load, failures and imports that need a hand', async () => {
    const admin = await signedInAs(server, 'admin');
    const before = (await admin.get('dashboard')).json<Dashboard>().admin;
    await aRunningExam(server, exam, {});
    await server.caller().post('login', { email: admin.email, password: 'wrong' });
    const [paused] = await server.database.sql<{ id: number }[]>`
      insert into imports (kind, made_by, file_name, format, state) values ('students', ${admin.userId}, 'studenti.csv', 'csv', 'paused') returning id`;
    const part = (await admin.get('dashboard')).json<Dashboard>().admin;
    expect(part).toMatchObject({
      areJobsStill: false,
      sealProblems: 0,
      appointmentsToday: (before?.appointmentsToday ?? 0) + 1,
      sittingsRunning: (before?.sittingsRunning ?? 0) + 1,
      failedSignIns: (before?.failedSignIns ?? 0) + 1,
      imports: [{ id: paused?.id, fileName: 'studenti.csv', isPaused: true }],
    });
    expect(part?.busiest?.students).toBeGreaterThan(0);
  });

  it('[HOME-1] shows a student the exams that can be booked, and is closed during an exam', async () => {
    const student = await aStudent(server, { studyPlace: exam.studyPlace });
    const open = (await boardOf(student)).student?.booking;
    expect(open).toContainEqual(
      expect.objectContaining({ customExamId: exam.id, examName: 'Examen de azi' }),
    );
    const sessions = await server.database.sql<{ id: number }[]>`select id from exam_sessions order by id`;
    for (const [n, { id }] of sessions.entries())
      await anAppointment(server, {
        student,
        customExamId: exam.id,
        sessionId: id,
        from: 60 * (n + 1),
        to: 60 * (n + 1) + 30,
      });
    expect((await boardOf(student)).student?.booking).toEqual([]);
    await server.set({ allowExams: false });
    const other = await aStudent(server, { studyPlace: exam.studyPlace });
    expect((await boardOf(other)).student?.booking).toEqual([]);
    await server.set({ allowExams: true });
    const running = await aRunningExam(server, exam, {});
    expect(errorOf(await running.student.get('dashboard'))).toEqual([409, 'exam.sitting']);
  });
});
