import { beforeAll, describe, expect, it } from 'vitest';
import type { Dashboard, Part } from '#contract/dashboard.ts';
import {
  type StudentWithoutAppointment,
  withoutAppointmentColumns,
} from '#contract/students-without-appointment.ts';
import { dashboardLines } from '#domain/access/dashboard-lines.ts';
import { systemAuthor } from '#server/db/database.ts';
import {
  aDiscipline,
  aSecretary,
  aSeries,
  aStudent,
  aTeacher,
  type Person,
  type SignedInPerson,
  signedIn,
  signedInAs,
} from '#server/testing/accounts.ts';
import { aChapter, aQuestion, aQuestionDraft, aStructure } from '#server/testing/bank.ts';
import {
  aCustomExam,
  aCustomExamOf,
  anAppointment,
  aSession,
  aTaughtDiscipline,
  type CustomExam,
} from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { testServer, useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const dean = useSignedInAs(server, 'dean');

/** The dean's part of the dashboard on a process that has kept no figures. */
async function deanBoard(): Promise<Dashboard['dean']> {
  const fresh = await testServer({ database: server });
  try {
    return (await fresh.caller(dean.token).get('dashboard')).json<Dashboard>().dean;
  } finally {
    await fresh.close();
  }
}

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
    systemAuthor,
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
      systemAuthor,
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
    // Questions with one correct answer are served only as simple ones.
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

  it('[HOME-1] lists today’s exams that include a held discipline', async () => {
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

  it('[HOME-1] counts questions whose latest version is by a collaborator, until the holder writes one', async () => {
    const taught = await aTaughtDiscipline(server, { bank: 2, questions: 1 });
    const [holder, collaborator] = [
      await teacherOf(taught.id, 'holder'),
      await teacherOf(taught.id, 'collaborator'),
    ];
    const [editor, author] = [await signedIn(server, holder), await signedIn(server, collaborator)];
    const counted = async () =>
      (await boardOf(holder)).teacher?.newQuestions.map(({ questions }) => questions);
    expect(await counted()).toEqual([]);
    const ids: number[] = [];
    for (const text of ['Prima întrebare?', 'A doua întrebare?']) {
      const made = await author.post('questions', aQuestionDraft(taught.chapterId, { text }));
      expect(made.statusCode, made.body).toBe(201);
      ids.push(made.json<{ id: number }>().id);
    }
    expect(await counted()).toEqual([2]);
    expect((await boardOf(collaborator)).teacher?.newQuestions).toEqual([]);
    const write = async (by: SignedInPerson, text: string) => {
      const { version } = (await by.get(`questions/${ids[0]}`)).json<{ version: number }>();
      const saved = await by.put(`questions/${ids[0]}`, {
        ...aQuestionDraft(taught.chapterId, { text }),
        version,
      });
      expect(saved.statusCode, saved.body).toBe(200);
    };
    // The holder's own version needs nobody's look; a later one of the collaborator does again.
    await write(editor, 'Prima întrebare, corectată?');
    expect(await counted()).toEqual([1]);
    await write(author, 'Prima întrebare, din nou?');
    expect(await counted()).toEqual([2]);
  });
});

/** The list behind each line has as many students as the line counts, and pages. */
async function expectListed(secretary: Person, lines: Part<'secretary'>['unbooked']): Promise<void> {
  const office = await signedIn(server, secretary);
  for (const { customExamId, sessionId: of, students } of lines) {
    const query = `examCustomId=${customExamId}&examSessionId=${of}`;
    const listed = await office.get(`appointments/unbooked?${query}`);
    expect(listed.headers['x-total-count']).toBe(String(students));
    const rows = listed.json<StudentWithoutAppointment[]>();
    expect(rows).toHaveLength(students);
    const second = await office.get(`appointments/unbooked?${query}&skip=1&take=1`);
    expect(second.json()).toEqual(rows.slice(1, 2));
    const searched = await office.get(`appointments/unbooked?${query}&search=nobody.at.all`);
    expect(searched.headers['x-total-count']).toBe('0');
    for (const sort of withoutAppointmentColumns) {
      const valuesIn = async (order: string) =>
        (await office.get(`appointments/unbooked?${query}&sort=${sort}&desc=${order}`))
          .json<StudentWithoutAppointment[]>()
          .map((row) => row[sort]);
      const ascending = await valuesIn('false');
      expect(ascending).toHaveLength(students);
      expect(await valuesIn('true')).toEqual(ascending.toReversed());
    }
  }
}

describe('[HOME-1] the dashboard of a secretary', () => {
  it('[HOME-1] shows today’s rooms, students without an appointment and exams that cannot be served, in scope only', async () => {
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
      systemAuthor,
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

  it('[HOME-1] [APPT-2] counts by exam and open session who can still be booked: not who has the exam to sit in another session', async () => {
    const own = await aCustomExam(server, { questions: 2, name: 'Examen numărat' });
    const { studyPlace } = own;
    const [disciplineId = 0] = own.disciplineIds;
    const other = await aCustomExamOf(server, studyPlace, [{ disciplineId, questions: 2 }], 'Alt examen');
    const named = async (description: string, isOpen: boolean) => {
      const id = await aSession(server);
      await server.database.transaction(
        systemAuthor,
        (tx) => tx`update exam_sessions set description = ${description},
                     exam_schedule_end = case when ${isOpen} then exam_schedule_end else now() - interval '1 hour' end
                    where id = ${id}`,
      );
      return id;
    };
    const [iarna, vara, inchisa] = [
      await named('Iarna', true),
      await named('Vara', true),
      await named('Închisă', false),
    ];
    const book = async (customExamId: number, session: number, time: { from?: number; to?: number } = {}) => {
      const student = await aStudent(server, { studyPlace });
      await anAppointment(server, { student, customExamId, sessionId: session, ...time });
    };
    await book(own.id, iarna);
    await book(other, iarna);
    await book(own.id, vara);
    // A missed one, after which the exam is booked again.
    await book(own.id, inchisa, { from: -180, to: -1 });
    await aStudent(server, { studyPlace });
    // Neither another series nor another year of study sits this exam.
    const { collegeId, sectionId, year } = studyPlace;
    for (const otherYear of [year, year + 1])
      await aStudent(server, {
        studyPlace: await aSeries(server, { collegeId, sectionId, year: otherYear }),
      });
    const secretary = await aSecretary(server, { collegeId });
    const counted = async () => {
      const { secretary: part } = await boardOf(secretary);
      const lines = (part?.unbooked ?? []).filter(({ session }) => session !== 'Sesiunea de azi');
      await expectListed(secretary, lines);
      return Object.fromEntries(
        lines.map(({ examName, session, students }) => [`${examName} · ${session}`, students]),
      );
    };
    const before = {
      ...{ 'Examen numărat · Iarna': 3, 'Examen numărat · Vara': 3 },
      ...{ 'Alt examen · Iarna': 4, 'Alt examen · Vara': 4 },
    };
    expect(await counted()).toEqual(before);

    // A sitting that was annulled does not count: the student can book again.
    const sitting = await aRunningExam(server, own, { sessionId: iarna });
    expect(await counted()).toEqual({
      ...before,
      ...{ 'Alt examen · Iarna': 5, 'Alt examen · Vara': 5 },
    });
    const admin = await signedInAs(server, 'admin');
    const annulled = await admin.post(`sittings/${sitting.exam.groupId}/annul`, { reason: 'Pană de curent' });
    expect(annulled.statusCode, annulled.body).toBe(204);
    expect(await counted()).toMatchObject({ 'Examen numărat · Iarna': 4, 'Examen numărat · Vara': 4 });
    const { student } = await boardOf(sitting.student);
    expect(student?.booking).toContainEqual(
      expect.objectContaining({ customExamId: own.id, session: 'Iarna' }),
    );
  });
});

describe('[HOME-1] the other dashboards', () => {
  it('[HOME-1] [DISC-6] shows the dean’s office structures that are missing or short, in total or by kind', async () => {
    const disciplineOf = async (
      chapters: readonly { correct: number; questions: number; percentSimple: number }[],
    ) => {
      const { id } = await aDiscipline(server);
      const given = [];
      for (const { correct, questions, percentSimple } of chapters) {
        const chapterId = await aChapter(server, id);
        for (let n = 0; n < 3; n += 1) await aQuestion(server, chapterId, { correct, wrong: 9 });
        given.push({ id: chapterId, questions, percentSimple });
      }
      if (given.length > 0) await aStructure(server, id, given);
      return id;
    };
    // With one correct answer each, questions are served as simple ones only.
    const simple = { correct: 1, questions: 3, percentSimple: 100 };
    const missing = await disciplineOf([]);
    const whole = await disciplineOf([simple, { correct: 5, questions: 3, percentSimple: 0 }]);
    const shortInTotal = await disciplineOf([simple, simple]);
    await server.database.transaction(
      systemAuthor,
      (tx) => tx`update questions set removed_at = now() where id = (
        select max(q.id) from questions q join chapters c on c.id = q.chapter_id where c.discipline_id = ${shortInTotal})`,
    );
    const shortByKind = await disciplineOf([simple, { ...simple, percentSimple: 0 }]);
    await server.database.transaction(systemAuthor, async (tx) => {
      // The next year is being prepared; what it lacks is nobody's concern yet.
      await tx`insert into university_years (start_year, end_year) values (2090, 2091)`;
      const [year] = await tx<{ id: number }[]>`
        insert into university_years (start_year, end_year)
        select year, year + 1 from (select extract(year from current_date - interval '9 months')::int as year) today
        returning id`;
      await tx`update disciplines set university_year_id = ${year?.id ?? 0}
                where id = any(${[missing, whole, shortInTotal, shortByKind]}::int[])`;
    });
    const part = await deanBoard();
    expect(part?.incompleteCount).toBe(3);
    expect(part?.incomplete.map(({ disciplineId, why }) => [disciplineId, why])).toEqual([
      [missing, 'missing'],
      [shortInTotal, 'short'],
      [shortByKind, 'short'],
    ]);
  });

  it('[HOME-1] shows the dean’s office the sessions, and of each how many exams were passed', async () => {
    const own = await aSession(server);
    const custom = await aCustomExam(server, { questions: 2 });
    const [passed, failed] = [
      await aRunningExam(server, custom, { sessionId: own }),
      await aRunningExam(server, custom, { sessionId: own }),
    ];
    // The bank lists the five correct answers of a question first.
    for (const { position, answerOrder } of await passed.stored())
      await passed.save(
        position,
        answerOrder.flatMap((bankIndex, shownAt) => (bankIndex < 5 ? [shownAt] : [])),
        { seq: position },
      );
    for (const exam of [passed, failed]) expect((await exam.finish()).statusCode).toBe(200);
    await aRunningExam(server, custom, { sessionId: own });
    const part = await deanBoard();
    expect(part?.sessions).toContainEqual(expect.objectContaining({ id: own, appointments: 3 }));
    expect(part?.passRates[0]).toEqual({ sessionId: own, session: 'Sesiunea de azi', exams: 2, passed: 1 });
  });

  it('[HOME-1] shows administrators load, failures and imports that need attention', async () => {
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
      imports: [{ id: paused?.id, fileName: 'studenti.csv', madeBy: 'Ana Pop', isPaused: true }],
    });
    expect(part?.busiest?.students).toBeGreaterThan(0);
  });

  it('[HOME-1] gives one line more than are shown, so that the rest is not overlooked', async () => {
    const admin = await signedInAs(server, 'admin');
    await server.database.sql`
      insert into imports (kind, made_by, file_name, format, state)
      select 'students', ${admin.userId}, 'studenti.csv', 'csv', 'paused' from generate_series(1, ${dashboardLines.kind + 3})`;
    const part = (await admin.get('dashboard')).json<Dashboard>().admin;
    expect(part?.imports).toHaveLength(dashboardLines.kind + 1);
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
