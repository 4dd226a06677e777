import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import type { LoadedExam, PreparedExam } from '#contract/exam-taking.ts';
import { instantOf } from '#domain/calendar/moment.ts';
import { demoPassword } from '#seed/accounts.ts';
import { dayOf } from '#seed/calendar.ts';
import { keepDemoOpen, loadDemo } from '#seed/demo.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { closeOverdue } from '#server/exams/finishing.ts';
import { copiedDatabase, type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { type Caller, type TestServer, testServer } from '#server/testing/server.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A new demo, and the moment it was loaded at. */
type Loaded = TestDatabase & { readonly at: Date };

async function loadedAt(at: Date): Promise<Loaded> {
  const own = await testDatabase();
  const database = openDatabase(own.url, { max: 1 });
  expect(await loadDemo(database, at)).toBe('loaded');
  await database.close();
  return { ...own, at };
}

const moment = (day: string, hour: string) => new Date(instantOf(`${day}T${hour}`));
/** Loading takes seconds, so tests copy these. */
let today: Loaded;
let inOctober: Loaded;
beforeAll(async () => {
  today = await loadedAt(moment(dayOf(new Date()), '00:00:10'));
  inOctober = await loadedAt(moment('2026-10-23', '09:10:00'));
});
afterAll(async () => {
  for (const { drop } of [today, inOctober]) await drop();
});

async function aCopy(demo: TestDatabase): Promise<TestDatabase> {
  const copy = await copiedDatabase(demo);
  closing.unshift(copy.drop);
  return copy;
}

async function aServer(demo: TestDatabase): Promise<TestServer> {
  const server = await testServer({ database: { databaseUrl: (await aCopy(demo)).url } });
  closing.unshift(() => server.close());
  return server;
}

async function inDatabase(demo: TestDatabase): Promise<Database> {
  const database = openDatabase((await aCopy(demo)).url, { max: 1 });
  closing.unshift(() => database.close());
  return database;
}

async function theStudent(server: TestServer): Promise<Caller> {
  const response = await server
    .caller()
    .post('login', { email: 'student@exam.test', password: demoPassword });
  return server.caller(response.json().accessToken);
}

const prepare = async (student: Caller) => (await student.post('prepareExam/')).json<PreparedExam>();
async function finishAll(student: Caller, { groupExams }: PreparedExam): Promise<void> {
  for (const id of groupExams) await student.put(`examFinish/?examId=${id}`);
}

type OpenAppointment = { id: number; customExamId: number; begun: boolean; minutesLeft: number };

/** The appointments of the demo's student that are open at a moment. */
const openAt = ({ sql }: Database, moment: Date) => sql<OpenAppointment[]>`
  select a.id, a.custom_exam_id as "customExamId", g.started_at is not null as begun,
         extract(epoch from a.ends_at - ${moment.toISOString()}::timestamptz)::float8 / 60 as "minutesLeft"
    from appointments a join students p on p.id = a.student_id left join exam_groups g on g.appointment_id = a.id
   where p.email = 'student@exam.test' and ${moment.toISOString()}::timestamptz >= a.starts_at
     and ${moment.toISOString()}::timestamptz < a.ends_at`;
const countOf = async ({ sql }: Database) => Number((await sql`select count(*) from appointments`)[0]?.count);

describe('[EXAM-2] the demo’s student can begin an exam', () => {
  const tonight = async () => {
    const demo = await loadedAt(moment(dayOf(new Date()), '23:50:00'));
    closing.push(demo.drop);
    return demo;
  };
  test.each([
    ['00:00:10', async () => today],
    ['23:50:00', tonight],
  ])(
    '[EXAM-2] right after loading at %s on the university’s clock: two exams, an hour, questions with figures',
    async (_hour, load) => {
      const demo = await load();
      const server = await aServer(demo);
      // The database clock cannot be changed, so the appointment is moved instead.
      await server.database.sql`
        update appointments set starts_at = starts_at + (now() - ${demo.at.toISOString()}::timestamptz),
               ends_at = ends_at + (now() - ${demo.at.toISOString()}::timestamptz)
         where exam_date = ${dayOf(demo.at)}`;
      const student = await theStudent(server);
      const exam = await prepare(student);
      expect(exam).toMatchObject({
        status: 'Started',
        index: 1,
        durationSeconds: 3600,
        questionDisplayCount: 20,
      });
      expect(exam.groupExams).toHaveLength(2);
      expect(exam.remainingSeconds).toBeGreaterThan(3540);
      const whole = (await student.get(`fullExam?groupId=${exam.groupId}`)).json<LoadedExam>();
      const questions = whole.fullGroupExams.flatMap(({ questionExams }) => questionExams);
      expect(questions).toHaveLength(28);
      expect(questions.some(({ question }) => question.attachmentName !== null)).toBe(true);
    },
  );

  it('[APPT-7] whenever the demo starts, day or night and across clock changes', async () => {
    const database = await inDatabase(inOctober);
    const minutesIn = (day: string, count: number) =>
      Array.from({ length: count }, (_, n) => instantOf(`${day}T00:00:00`) + n * 97 * 60_000);
    const edges = [
      '2026-10-24T23:50:00',
      '2026-10-24T23:59:59',
      '2026-10-25T00:00:00',
      '2026-10-25T03:30:00',
    ];
    const moments = [
      ...edges.map(instantOf),
      ...minutesIn('2026-10-25', 17),
      ...minutesIn('2027-03-28', 16),
    ].sort((one, other) => one - other);
    for (const instant of moments) {
      const now = new Date(instant);
      await loadDemo(database, now);
      const open = await openAt(database, now);
      expect([now.toISOString(), open.length, open[0]?.begun]).toEqual([now.toISOString(), 1, false]);
      expect(open[0]?.minutesLeft, now.toISOString()).toBeGreaterThanOrEqual(90);
    }
  });
});

describe('starting the demo again', () => {
  it('gives a new exam after each finished one or timed-out one, and leaves a running one alone', async () => {
    const server = await aServer(today);
    const { database } = server;
    await loadDemo(database, new Date());
    const student = await theStudent(server);
    const seen: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const exam = await prepare(student);
      expect(exam).toMatchObject({ status: 'Started', questionDisplayCount: 20 });
      seen.push(exam.id);
      const running = await openAt(database, new Date());
      const count = await countOf(database);
      await loadDemo(database, new Date());
      await keepDemoOpen(database, new Date());
      expect([await openAt(database, new Date()), await countOf(database)]).toMatchObject([
        running.map(({ id, begun }) => ({ id, begun })),
        count,
      ]);
      expect((await prepare(student)).id).toBe(exam.id);

      await finishAll(student, exam);
      expect((await prepare(student)).status).toBe('Finished');
      await keepDemoOpen(database, new Date());
      expect((await prepare(student)).status).toBe('Finished');
      await loadDemo(database, new Date());
    }
    expect(new Set(seen).size).toBe(3);
    const names = await database.sql<{ name: string }[]>`
      select c.name from appointments a join custom_exams c on c.id = a.custom_exam_id join students p on p.id = a.student_id
       where p.email = 'student@exam.test' and c.name like 'Examen integrat%' order by a.id`;
    expect(names.map(({ name }) => name)).toEqual([
      'Examen integrat, anul III',
      'Examen integrat, anul III (2)',
      'Examen integrat, anul III (3)',
      'Examen integrat, anul III (4)',
    ]);
    // The first exam opens for review the day after, when no exam with the same questions counts any more.
    expect((await student.get(`previewExam/?examId=${seen[0]}`)).statusCode).toBe(409);
    await database.sql`
      update appointments set exam_date = exam_date - 1, starts_at = starts_at - interval '1 day', ends_at = ends_at - interval '1 day'
       where id = (select g.appointment_id from exam_groups g join exams e on e.group_id = g.id where e.id = ${seen[0] ?? 0})`;
    const preview = await student.get(`previewExam/?examId=${seen[0]}`);
    expect(preview.statusCode).toBe(200);

    const left = await prepare(student);
    await database.sql`
      update exams set deadline = now() - interval '2 minutes', started_at = now() - interval '1 hour'
       where group_id = ${left.groupId}`;
    await loadDemo(database, new Date());
    await closeOverdue(database);
    const fresh = await prepare(student);
    expect([fresh.status, fresh.id === left.id]).toEqual(['Started', false]);
  });

  it('moves a missed appointment and keeps one that is long enough', async () => {
    const database = await inDatabase(inOctober);
    const at = (hour: string) => moment('2026-10-23', `${hour}:00`);
    const count = await countOf(database);
    const [first] = await openAt(database, at('09:10'));
    await loadDemo(database, at('10:00'));
    expect(await openAt(database, at('10:00'))).toMatchObject([{ id: first?.id, minutesLeft: 180 }]);
    await keepDemoOpen(database, at('12:00'));
    expect(await openAt(database, at('12:00'))).toMatchObject([{ id: first?.id, minutesLeft: 240 }]);
    await loadDemo(database, at('23:30'));
    expect(await openAt(database, at('23:30'))).toMatchObject([{ id: first?.id, minutesLeft: 210 }]);
    expect(await countOf(database)).toBe(count);
  });
});

afterAll(() => {
  expect(closing).toEqual([]);
});
