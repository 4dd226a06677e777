import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawPaper } from '#domain/exam-structure/draw.ts';
import { seededRandom } from '#domain/exam-structure/seeded-random.ts';
import { judgePersonalId } from '#domain/people/personal-id.ts';
import { defaultSettings } from '#domain/settings.ts';
import { answerLimits } from '#server/bank/pools.ts';
import { loadDrawablePaper } from '#server/bank/stored-structure.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { copiedDatabase, type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { demoAccounts, demoDeanEmails, demoPassword } from './accounts.ts';
import { loadDemo } from './demo.ts';

const now = new Date('2026-11-15T10:00:00+02:00');
const opened: Array<{ database: Database; drop(): Promise<void> }> = [];

function open({ url, drop }: TestDatabase): Database {
  const database = openDatabase(url, { max: 3 });
  opened.push({ database, drop });
  return database;
}
const emptyDatabase = async (): Promise<Database> => open(await testDatabase());

/** The demo, loaded once and copied, because loading takes seconds. */
let demo: Database;
let passing: Database;
beforeAll(async () => {
  const own = await testDatabase();
  const loading = openDatabase(own.url, { max: 3 });
  expect(await loadDemo(loading, now)).toBe('loaded');
  await loading.close();
  passing = open(await copiedDatabase(own));
  demo = open(own);
});

const writes = async ({ sql }: Database) => Number((await sql`select count(*) from audit_log`)[0]?.count);
const simulationSessions = async ({ sql }: Database, day: string) =>
  sql`select id from exam_sessions where simulation and ${day}::date between start_date and end_date`;
const overlaps = async ({ sql }: Database) =>
  sql`select a.id from exam_sessions a join exam_sessions b on a.id < b.id
       and daterange(a.start_date, a.end_date, '[]') && daterange(b.start_date, b.end_date, '[]')`;

/** Everything the demo wrote, without timestamps of writing. */
async function content({ sql }: Database): Promise<unknown> {
  const moments = ['created_at', 'changed_at', 'written_at', 'made_at', 'filed_at', 'resolved_at'];
  return Promise.all([
    sql`select entity, action, audit_decrypted(after) - ${moments}::text[] as after from audit_log order by id`,
    sql`select to_jsonb(g) as row from exam_groups g order by id`,
    sql`select to_jsonb(e) as row from exams e order by id`,
    sql`select to_jsonb(q) as row from exam_questions q order by exam_id, position`,
    // Regrading stores the time and the id of its transaction.
    sql`select to_jsonb(v) as row from exam_events v where kind <> 'g' order by exam_id, at, save_id`,
  ]);
}

afterAll(async () => {
  for (const { database, drop } of opened) {
    await database.close();
    await drop();
  }
});

describe('the demo university', () => {
  it('has the size of a small university', async () => {
    const [counts] = await demo.sql`
      select (select count(*) from colleges) as colleges, (select count(*) from disciplines) as disciplines,
             (select count(*) from students) as students, (select count(*) from rooms) as rooms`;
    expect(counts?.colleges).toBe(5);
    expect(counts?.disciplines).toBeGreaterThanOrEqual(25);
    expect(counts?.students).toBeGreaterThanOrEqual(450);
    expect(counts?.rooms).toBeGreaterThanOrEqual(6);
  });

  it('is deterministic for the same moment and loaded once, however many processes try concurrently or later', async () => {
    const before = await writes(demo);
    await Promise.all([loadDemo(demo, now), loadDemo(demo, now)]);
    expect(await writes(demo)).toBe(before);
    const twin = await emptyDatabase();
    await Promise.all([loadDemo(twin, now), loadDemo(twin, now)]);
    expect(await writes(twin)).toBe(before);
    expect(await content(twin)).toEqual(await content(demo));
  });

  it('signs in every named account with the demo password', async () => {
    const emails = demoAccounts.map(({ email }) => email);
    const rows =
      await demo.sql`select email, name, password_hash, password_once from users where email = any(${emails})`;
    expect(rows.map(({ email }) => email).sort()).toEqual([...emails].sort());
    const hashes = new Set(rows.map(({ password_hash }) => password_hash as string));
    for (const hash of hashes) {
      expect(hash).toMatch(/^\$argon2id\$/);
      expect(await verify(hash, demoPassword)).toBe(true);
    }
    expect(rows.some(({ password_once }) => password_once)).toBe(false);
  });

  it('gives each named account its role', async () => {
    const [parts] = await demo.sql`
      select (select array_agg(email::text) from users where is_admin) as admins,
             (select array_agg(distinct part) from discipline_teachers where email = 'teacher@exam.test') as teacher,
             (select array_agg(distinct part) from discipline_teachers where email = 'collaborator@exam.test') as collaborator,
             (select count(*) from discipline_teachers where email = any(${[...demoDeanEmails]})) as dean_disciplines,
             (select bool_and(is_teacher) from users where email = any(${[...demoDeanEmails]})) as dean_teaches,
             (select min(year) from secretaries where email = 'secretary@exam.test') as secretary,
             (select min(year) from secretaries where email = 'general.secretary@exam.test') as general,
             (select count(distinct college_id) from students where email = 'student@exam.test') as student,
             (select count(distinct college_id) from students where email = 'student3@exam.test') as student3`;
    expect(parts).toEqual({
      admins: ['admin@exam.test'],
      teacher: ['holder'],
      collaborator: ['collaborator'],
      dean_disciplines: 0,
      dean_teaches: true,
      secretary: 2,
      general: 0,
      student: 1,
      student3: 2,
    });
  });

  it('has a bank that satisfies every structure, and images', async () => {
    const [counts] = await demo.sql`
      select (select count(*) from questions) as questions, (select count(*) from files) as images,
             (select count(*) from question_versions where incomplete) as incomplete,
             (select count(*) from discipline_structures) as structures`;
    expect(counts?.questions).toBeGreaterThanOrEqual(360);
    expect(counts?.images).toBeGreaterThanOrEqual(5);
    expect(counts?.incomplete).toBe(0);
    const structures = await demo.sql<{ disciplineId: number; questions: number }[]>`
      select discipline_id as "disciplineId", questions from discipline_structures`;
    expect(structures.length).toBeGreaterThanOrEqual(3);
    for (const { disciplineId, questions } of structures) {
      const { chapters } = await loadDrawablePaper(demo.sql, disciplineId, 'exam');
      const drawn = drawPaper(seededRandom('demo'), chapters, answerLimits(defaultSettings));
      expect(drawn).toHaveLength(questions);
    }
  });

  it('gives Romanian students a valid CNP and foreign students another identifier', async () => {
    const rows = await demo.sql`select cnp, u.language from students s join users u using (email)`;
    for (const { cnp, language } of rows) {
      expect(judgePersonalId(cnp as string), cnp as string).toBe(language === 'ro' ? 'cnp' : 'other');
    }
  });

  it('writes Romanian with commas below, never with cedillas', async () => {
    const entries = JSON.stringify(await content(demo));
    expect(entries).toMatch(/[ȘșȚț]/);
    expect(entries).not.toMatch(/[ŞşŢţ]/);
    expect(entries).toBe(entries.normalize('NFC'));
  });

  it('has every state of the right to edit percents', async () => {
    const states = await demo.sql`select distinct allow_edit_percent from colleges`;
    expect(new Set(states.map((row) => row.allow_edit_percent))).toEqual(new Set([true, false, null]));
  });

  it('has series in every language', async () => {
    const rows = await demo.sql`select distinct lang_code from series where lang_code is not null order by 1`;
    expect(rows.map((row) => row.lang_code)).toEqual(['English', 'Maghiara', 'Romana']);
  });

  it('[APPT-2] gives no seat to two people, extra time included', async () => {
    const twice = await demo.sql`
      select from overrun_seats o join appointments a using (room_slot_id, exam_date, row_number, seat_number)
       where a.id <> o.appointment_id`;
    expect(twice).toHaveLength(0);
    expect(await demo.sql`select from appointments where extra_minutes = 30`).not.toHaveLength(0);
  });

  it('has a room with an open slot at every minute of the day except the last', async () => {
    const rows = await demo.sql`
      select from generate_series(0, 1438) as minute where not exists (
        select from room_slots where minute * 60 >= extract(epoch from start_hour)
           and minute * 60 < extract(epoch from end_hour)
           and room_id = (select id from rooms where name = 'Centrul de testare'))`;
    expect(rows).toHaveLength(0);
  });
});

describe('as time passes', () => {
  it.each([
    ['the same day', '2026-11-15'],
    ['after the session ended', '2026-12-20'],
    ['inside the session that was to come', '2027-02-10'],
    ['years later', '2029-06-01'],
  ])('%s one session with simulations includes the day and none overlap', async (_, day) => {
    await loadDemo(passing, new Date(`${day}T12:00:00Z`));
    expect(await simulationSessions(passing, day)).toHaveLength(1);
    expect(await overlaps(passing)).toHaveLength(0);
    const before = await writes(passing);
    await loadDemo(passing, new Date(`${day}T13:00:00Z`));
    expect(await writes(passing)).toBe(before);
  });
});

describe('[AUTH-9] a database that is already in use', () => {
  it.each([
    ['a college', `insert into colleges (code, name) values ('X', 'A real one')`],
    ['an account', `insert into users (email, name) values ('admin@exam.local', 'A real one')`],
  ])('with %s gets no demo accounts', async (_, statement) => {
    const database = await emptyDatabase();
    await database.sql.unsafe(statement);
    const before = await writes(database);
    expect(await loadDemo(database, now)).toBe('refused');
    expect(await writes(database)).toBe(before);
    expect(await database.sql`select from users where email like '%exam.test'`).toHaveLength(0);
  });
});
