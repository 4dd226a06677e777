import { beforeEach, describe, expect, it } from 'vitest';
import { aStudent, signedIn } from '#server/testing/accounts.ts';
import {
  aCandidate,
  aCustomExam,
  anAppointment,
  aSession,
  type CustomExam,
  someTemplates,
} from '#server/testing/exams.ts';
import { untilWaiting } from '#server/testing/locks.ts';
import { testServer, useTestServer } from '#server/testing/server.ts';
import { runningExam } from '#server/testing/sittings.ts';
import { prepareDuePapers } from './official-papers.ts';

const server = useTestServer();
let custom: CustomExam;
beforeEach(async () => {
  custom = await aCustomExam(server, { questions: 4 });
  // Ignore papers left by other tests.
  await server.database.sql`delete from exam_groups where started_at is null`;
  await server.database
    .sql`delete from appointments a where not exists (select from exam_groups g where g.appointment_id = a.id)`;
});

type Paper = { readonly groupId: number; readonly begun: boolean; readonly versions: number[] };

async function paperOf(appointment: { id: number }): Promise<Paper | undefined> {
  const [paper] = await server.database.sql<Paper[]>`
    select g.id as "groupId", g.started_at is not null as begun,
           array(select q.question_version_id from exam_questions q join exams e on e.id = q.exam_id
                  where e.group_id = g.id order by e.position, q.position) as versions
      from exam_groups g where g.appointment_id = ${appointment.id}`;
  return paper;
}
const questionsOf = async (paper: Paper | undefined) =>
  (
    await server.database.sql<{ id: number }[]>`
      select question_id as id from question_versions where id = any(${paper?.versions ?? []}) order by id`
  ).map(({ id }) => id);

describe('papers drawn ahead', () => {
  it('[EXAM-1] are drawn once for appointments of the next hours, and begun unchanged', async () => {
    const soon = await aCandidate(server, custom, { from: 60, to: 180 });
    const open = await aCandidate(server, custom);
    const far = await aCandidate(server, custom, { from: 13 * 60, to: 15 * 60 });
    const over = await aCandidate(server, custom, { from: -120, to: -60 });
    expect(await prepareDuePapers(server.services)).toBe(2);
    expect(await prepareDuePapers(server.services)).toBe(0);
    for (const student of [far, over]) expect(await paperOf(student.appointment)).toBeUndefined();
    for (const student of [soon, open])
      expect(await paperOf(student.appointment)).toMatchObject({ begun: false, versions: { length: 4 } });
    const drawn = await paperOf(open.appointment);
    const begun = (await open.post('prepareExam/')).json();
    expect(begun).toMatchObject({ groupId: drawn?.groupId, id: open.appointment.examId });
    expect(await paperOf(open.appointment)).toEqual({ ...drawn, begun: true });
  });

  it('[EXAM-14] reveal nothing before they begin', async () => {
    const student = await aCandidate(server, custom, { from: 60, to: 180 });
    await prepareDuePapers(server.services);
    const paper = await paperOf(student.appointment);
    expect((await student.get('checkExam/')).json()).toMatchObject({
      status: 'NotStarted',
      remainingSeconds: 3600,
      writer: null,
    });
    for (const path of ['getExamById/', 'fullExam'])
      expect((await student.get(`${path}?groupId=${paper?.groupId}`)).statusCode).toBe(409);
    const { examId } = student.appointment;
    expect((await student.put('examNext/', { examId, prevQuestId: 0 })).statusCode).toBe(409);
  });

  it('[SAFE-8] are drawn once by two concurrent processes', async () => {
    const twin = await testServer({ database: server });
    const students = await Promise.all(Array.from({ length: 12 }, () => aCandidate(server, custom)));
    const drawn = await Promise.all([
      prepareDuePapers(server.services),
      prepareDuePapers(twin.services),
      prepareDuePapers(twin.services),
    ]);
    expect(drawn.reduce((all, one) => all + one, await prepareDuePapers(server.services))).toBe(12);
    for (const { appointment } of students) expect(await paperOf(appointment)).toBeDefined();
    await twin.close();
  });

  it('[EXAM-1] are redrawn when one of their questions changes or is removed, unless begun', async () => {
    const [begun, waiting] = [await aCandidate(server, custom), await aCandidate(server, custom)];
    await prepareDuePapers(server.services);
    await begun.post('prepareExam/');
    const before = { begun: await paperOf(begun.appointment), waiting: await paperOf(waiting.appointment) };
    const [removed] = await questionsOf(before.waiting);
    await server.database
      .sql`update questions set removed_at = now(), changed_at = now() where id = ${removed ?? 0}`;
    // The cached bank may be seconds old; a stale paper is found on the next run.
    await expect
      .poll(
        async () => {
          await prepareDuePapers(server.services);
          return questionsOf(await paperOf(waiting.appointment));
        },
        { interval: 500 },
      )
      .not.toContain(removed);
    expect((await paperOf(waiting.appointment))?.versions).toHaveLength(4);
    expect(await paperOf(begun.appointment)).toEqual(before.begun);
  });

  it('[EXAM-1] are deleted when the appointment changes its exam or is deleted, and when the exam changes its questions', async () => {
    const { sql } = server.database;
    const [moved, gone, changed] = [
      await aCandidate(server, custom),
      await aCandidate(server, custom),
      await aCandidate(server, custom),
    ];
    await prepareDuePapers(server.services);
    const other = await aCustomExam(server, { questions: 2 });
    await sql`update appointments set custom_exam_id = ${other.id} where id = ${moved.appointment.id}`;
    expect(await paperOf(moved.appointment)).toBeUndefined();
    await sql`delete from appointments where id = ${gone.appointment.id}`;
    expect(await paperOf(gone.appointment)).toBeUndefined();
    await sql`update custom_exam_parts set percent_simple = 60 where custom_exam_id = ${custom.id}`;
    expect(await paperOf(changed.appointment)).toBeUndefined();
    expect((await moved.post('prepareExam/')).json()).toMatchObject({
      status: 'Started',
      questionDisplayCount: 2,
    });
  });

  it('[EXAM-1] of an exam the bank cannot serve do not block the others', async () => {
    const short = await aCustomExam(server, { questions: 4, bank: 4 });
    await server.database.sql`
      update questions set removed_at = now() where chapter_id in (
        select chapter_id from chapter_structures where discipline_id = ${short.disciplineIds[0] ?? 0})`;
    const unlucky = await aCandidate(server, short);
    const lucky = await aCandidate(server, custom);
    expect(await prepareDuePapers(server.services)).toBe(1);
    expect(await paperOf(lucky.appointment)).toBeDefined();
    const refused = await unlucky.post('prepareExam/');
    expect(refused.json()).toMatchObject({ error: 'structure.notServable', id: 0, groupId: 0 });
  });
});

describe('starting without a paper', () => {
  it('[EXAM-1] draws it on the spot', async () => {
    const student = await aCandidate(server, custom);
    expect(await paperOf(student.appointment)).toBeUndefined();
    expect((await student.post('prepareExam/')).json()).toMatchObject({ status: 'Started' });
    expect((await paperOf(student.appointment))?.versions).toHaveLength(4);
  });

  it('[EXAM-1] works for more students at once than the pool has connections', async () => {
    const students = await Promise.all(Array.from({ length: 16 }, () => aCandidate(server, custom)));
    const responses = await Promise.all(students.map((student) => student.post('prepareExam/')));
    expect(responses.map((response) => response.json().status)).toEqual(students.map(() => 'Started'));
  });

  it('[EXAM-1] redraws a paper that becomes stale while it begins', async () => {
    const student = await aCandidate(server, custom);
    await prepareDuePapers(server.services);
    const before = await paperOf(student.appointment);
    let begins: Promise<string> | undefined;
    await server.database.sql.begin(async (tx) => {
      await tx`delete from exam_groups where id = ${before?.groupId ?? 0}`;
      begins = student.post('prepareExam/').then((response) => response.json().status);
      await untilWaiting(server.database.sql, 1);
    });
    expect(await begins).toBe('Started');
    expect((await paperOf(student.appointment))?.groupId).not.toBe(before?.groupId);
  });
});

describe('sessions with pre-generated papers', () => {
  async function seated(sessionId: number, row: number, seat: number) {
    const student = await aStudent(server, { studyPlace: custom.studyPlace });
    const appointment = await anAppointment(server, { student, customExamId: custom.id, sessionId });
    await server.database.sql`
      update appointments set row_number = ${row}, seat_number = ${seat} where id = ${appointment.id}`;
    return { ...(await signedIn(server, student)), appointment };
  }

  it('[EXAM-1] give neighbours different templates', async () => {
    const sessionId = await aSession(server, { pregenerated: true });
    const made = await someTemplates(server, custom, { sessionId, count: 3, randomized: false });
    const students = [
      await seated(sessionId, 1, 1),
      await seated(sessionId, 1, 2),
      await seated(sessionId, 1, 3),
    ];
    await prepareDuePapers(server.services);
    const papers = await Promise.all(
      students.map(async ({ appointment }) => (await paperOf(appointment))?.versions),
    );
    expect(papers.map((versions) => versions?.join()).toSorted()).toEqual(
      made.map((versionIds) => versionIds.join()).toSorted(),
    );
    const [first] = students;
    const begun = (await first?.post('prepareExam/'))?.json();
    const exam = runningExam(server, first as never, begun);
    expect((await exam.stored()).map(({ answerOrder }) => answerOrder)).toEqual(
      Array(4).fill([9, 0, 8, 1, 7]),
    );
  });

  it('[APPT-4] [TMPL-1] a paper drawn while its seat changes is that of the new seat', async () => {
    const sessionId = await aSession(server, { pregenerated: true });
    const made = await someTemplates(server, custom, { sessionId, count: 3, randomized: false });
    const student = await seated(sessionId, 1, 1);
    let begins: Promise<string> | undefined;
    await server.database.sql.begin(async (tx) => {
      await tx`update appointments set seat_number = 2 where id = ${student.appointment.id}`;
      begins = student.post('prepareExam/').then((response) => response.json().status);
      await untilWaiting(server.database.sql, 1);
    });
    expect(await begins).toBe('Started');
    expect((await paperOf(student.appointment))?.versions).toEqual(made[2]);
  });

  it('[APPT-4] [TMPL-1] give neighbours different templates where row numbers have gaps', async () => {
    const sessionId = await aSession(server, { pregenerated: true });
    await someTemplates(server, custom, { sessionId, count: 3, randomized: false });
    // Row 4 is directly behind row 1.
    const students = [await seated(sessionId, 1, 1), await seated(sessionId, 4, 1)];
    for (const { appointment } of students)
      await server.database.sql`
        insert into seat_rows (room_id, row_number, seats)
        select room_id, number, 3 from appointments cross join unnest('{1,4}'::int[]) as number where id = ${appointment.id}`;
    await prepareDuePapers(server.services);
    const papers = await Promise.all(
      students.map(async ({ appointment }) => (await paperOf(appointment))?.versions.join()),
    );
    expect(new Set(papers).size).toBe(2);
  });

  it('[EXAM-1] [TMPL-1] randomized templates shuffle the same questions and their answers per sitting', async () => {
    const sessionId = await aSession(server, { pregenerated: true });
    const [versionIds = []] = await someTemplates(server, custom, {
      sessionId,
      count: 1,
      randomized: true,
    });
    const students = await Promise.all(Array.from({ length: 6 }, (_, n) => seated(sessionId, 2, n + 1)));
    await prepareDuePapers(server.services);
    const papers = await Promise.all(
      students.map(async ({ appointment }) => (await paperOf(appointment))?.versions ?? []),
    );
    for (const versions of papers) expect(versions.toSorted()).toEqual(versionIds.toSorted());
    expect(new Set(papers.map((versions) => versions.join())).size).toBeGreaterThan(1);
    const shown = await server.database.sql<{ order: number[] }[]>`
      select q.slots as order from exam_questions q join exams e on e.id = q.exam_id join exam_groups g on g.id = e.group_id
       where g.appointment_id = any(${students.map(({ appointment }) => appointment.id)}::int[])`;
    for (const { order } of shown) expect(order.toSorted((a, b) => a - b)).toEqual([0, 1, 7, 8, 9]);
    expect(new Set(shown.map(({ order }) => order.join())).size).toBeGreaterThan(1);
  });

  it('[EXAM-1] draw normally without pre-generation or templates', async () => {
    const [plain, empty] = [await aSession(server), await aSession(server, { pregenerated: true })];
    await someTemplates(server, custom, { sessionId: plain, count: 1, randomized: false });
    const students = [await seated(plain, 1, 1), await seated(empty, 1, 1)];
    for (const student of students)
      expect((await student.post('prepareExam/')).json()).toMatchObject({ status: 'Started' });
    const [used] = await server.database.sql<{ count: number }[]>`
      select count(*)::int as count from exam_groups where exam_session_id = any(${[plain, empty]}) and template_group_id is not null`;
    expect(used?.count).toBe(0);
  });
});
