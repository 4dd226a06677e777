import { beforeAll, expect, it } from 'vitest';
import type { StudentImport } from '#contract/imports.ts';
import type { Item } from '#contract/item.ts';
import type { StudentImportRow } from '#contract/student-imports.ts';
import { openDatabase, systemAuthor } from '#server/db/database.ts';
import { whenFree } from '#server/features/imports/when-free.ts';
import { aSeries, aTeacher, type StudyPlace, signedIn } from '#server/testing/accounts.ts';
import { aCustomExam, anAppointment } from '#server/testing/exams.ts';
import { untilWaiting } from '#server/testing/locks.ts';
import { uploadQuestions } from '#server/testing/question-files.ts';
import { useTestServer } from '#server/testing/server.ts';
import {
  aStudentRow,
  giveStudents,
  namesOf,
  type PlaceNames,
  studentCsv,
  uploadedStudents,
} from '#server/testing/student-files.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';
import { writingStudents } from './student-commit.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let studyPlace: StudyPlace;
let names: PlaceNames;

beforeAll(async () => {
  studyPlace = await aSeries(server, { year: 2, name: 'Seria Mare' });
  names = await namesOf(server, studyPlace);
});

const student = (number: number, changed?: Record<number, string>) => aStudentRow(names, number, changed);
const uploaded = (...rows: readonly (readonly string[])[]) => uploadedStudents(admin, studentCsv(...rows));
const read = async (id: number) => (await admin.get(`imports/${id}`)).json<StudentImport>();
const rowsOf = async (id: number) => (await admin.get(`imports/${id}/students`)).json<StudentImportRow[]>();
const found = async (search: string) =>
  (await admin.get(`students?search=${encodeURIComponent(search)}`)).json<Item[]>();
const run = (importId: number) =>
  writingStudents.run(server.services, { importId }, new AbortController().signal);

async function started(...rows: readonly (readonly string[])[]): Promise<number> {
  const id = await uploaded(...rows);
  const response = await admin.post(`imports/${id}/commit`);
  expect(response.statusCode, response.body).toBe(200);
  return id;
}

async function imported(...rows: readonly (readonly string[])[]): Promise<number> {
  const id = await started(...rows);
  await run(id);
  return id;
}

/** The database refuses new enrolments of an address, as when somebody took their code a moment ago. */
async function refusing(pattern: string, work: () => Promise<void>): Promise<void> {
  await server.database.sql.unsafe(`
    create function taken_since() returns trigger language plpgsql as $$ begin
      raise exception 'taken' using errcode = 'unique_violation', constraint = 'students_external_unique'; end $$;
    create trigger taken_since before insert on students for each row when (new.email like '${pattern}')
      execute function taken_since()`);
  await work().finally(() =>
    server.database.sql.unsafe('drop trigger taken_since on students; drop function taken_since()'),
  );
}

/** Exams that run until they are handed in. */
const running: (() => Promise<unknown>)[] = [];

/** Makes a student of a file sit an exam now. */
async function sit(email: string): Promise<void> {
  const [row] = await server.database.sql<{ studentId: number; userId: number }[]>`
    select id as "studentId", user_id as "userId" from students where email = ${email}`;
  if (!row) throw new Error('no student');
  const person = { ...row, email, name: 'Ana' } as never;
  const exam = await aCustomExam(server, { questions: 2 });
  const { examId } = await anAppointment(server, { student: person, customExamId: exam.id });
  const sitting = await signedIn(server, person);
  const begun = await sitting.post(`prepareExam/?examId=${examId}`);
  expect(begun.statusCode, begun.body).toBe(200);
  running.push(() => sitting.put(`examFinish/?examId=${begun.json<{ id: number }>().id}`));
}

/**
 * The same students under other numbers: new ones, a renamed one, one who changes address, one with a new phone and
 * number, one who moves to another person's account while sitting, one with two enrolments, a code taken since.
 */
async function world(base: number) {
  const other = await aTeacher(server, { email: `profesor.${base + 5}@exam.test` });
  const [renamed, moved, changed, same, sitting] = [1, 2, 3, 4, 5].map((n) => base + n) as [
    number,
    number,
    number,
    number,
    number,
  ];
  await imported(...[renamed, moved, changed, same, sitting].map((number) => student(number)));
  await sit(`ana.${sitting}@exam.test`);
  return [
    student(base + 10),
    student(renamed, { 3: `Maria ${renamed}` }),
    student(base + 11),
    student(moved, { 9: `noua.${moved}@exam.test` }),
    student(base + 12),
    // A second enrolment of a new person.
    student(base + 11, { 1: `U${base + 11}b`, 10: `M-${base + 11}b` }),
    student(changed, { 8: '0799000111', 10: `N-${changed}` }),
    student(same),
    student(sitting, { 9: other.email }),
    student(base + 13),
    student(base + 14, { 9: `taken.${base + 14}@exam.test` }),
  ];
}

/** What an import left behind, without what differs between two worlds. */
async function outcome(base: number, work: () => Promise<readonly StudentImportRow[]>) {
  const plain = (text: string) =>
    text.replaceAll(new RegExp(`${String(base).slice(0, 2)}(\\d\\d)`, 'g'), 'N$1');
  const [last] = await server.database.sql<
    { id: number }[]
  >`select coalesce(max(id), 0)::int as id from audit_log`;
  const rows = await work();
  const entries = await server.database.sql<{ entry: string }[]>`
    select concat_ws(' ', action, entity, actor_id,
             (select string_agg(key, ',' order by key) from jsonb_object_keys(after) key)) as entry
      from audit_log where id > ${last?.id ?? 0} and entity in ('students', 'users') order by 1`;
  const students = (await found(`U${String(base).slice(0, 2)}`))
    .map(({ email, firstName, lastName, phoneNumber, externalId, nrMatricol, seriesId }) =>
      plain([email, firstName, lastName, phoneNumber, externalId, nrMatricol, seriesId].join(' ')),
    )
    .sort();
  return {
    rows: rows.map(({ state, outcome: found, problems }) => [state, found, problems.map(({ code }) => code)]),
    entries: entries.map(({ entry }) => entry),
    students,
  };
}

it('[IMP-1] [IMP-3] writes a batch as it would write its rows one by one, with the same audit entries', async () => {
  const [together, alone] = [await world(5100), await world(5200)];
  await refusing('taken.%', async () => {
    const batch = await outcome(5100, async () => rowsOf(await imported(...together)));
    const single = await outcome(5200, async () => {
      const rows: StudentImportRow[] = [];
      for (const row of alone) rows.push(...(await rowsOf(await imported(row))));
      return rows;
    });
    expect(batch.rows).toEqual([
      ['written', 'create', []],
      ['written', 'change', []],
      ['written', 'create', []],
      ['written', 'change', []],
      ['written', 'create', []],
      ['written', 'create', []],
      ['written', 'change', []],
      ['written', 'same', []],
      ['failed', 'change', ['sitting']],
      ['written', 'create', []],
      ['failed', 'create', ['taken']],
    ]);
    expect(batch.students).toHaveLength(10);
    expect(batch).toEqual(single);
  });
});

it('[IMP-1] skips only the refused rows of a batch, also with several jobs', async () => {
  const bad = (number: number) => student(number, { 9: `taken.${number}@exam.test` });
  const rows = Array.from({ length: 12 }, (_, n) => (n % 5 === 3 ? bad(5300 + n) : student(5300 + n)));
  await refusing('taken.53%', async () => {
    const id = await started(...rows);
    await Promise.all([run(id), run(id), run(id)]);
    expect(await read(id)).toMatchObject({ state: 'done', written: 10, counts: { failed: 2, waiting: 0 } });
    const failed = (await rowsOf(id)).filter(({ state }) => state === 'failed');
    expect(failed.map(({ cells, problems }) => [cells.email, problems.map(({ code }) => code)])).toEqual([
      ['taken.5303@exam.test', ['taken']],
      ['taken.5308@exam.test', ['taken']],
    ]);
  });
});

it('[IMP-1] never turns a student into another person, neither in the dry run nor after it', async () => {
  await imported(student(5401), student(5402));
  const signInOf = async (email: string) => (await admin.get(`users?search=${email}`)).json();
  const before = await signInOf('ana.5401@exam.test');
  const newcomer = student(5403, { 1: '', 9: 'nou.5403@exam.test', 10: 'M-5401' });
  const refused = await uploaded(newcomer);
  expect(await rowsOf(refused)).toMatchObject([
    {
      outcome: 'refused',
      changes: [],
      problems: [{ column: 'matricol', code: 'codeOfAnother', params: { name: 'Țepeș Ana 5401' } }],
    },
  ]);
  // A number that nobody had at the dry run.
  const late = await started(student(5405, { 9: 'nou.5405@exam.test', 10: 'M-LATE' }));
  await imported(student(5402, { 10: 'M-LATE' }));
  await run(late);
  expect(await rowsOf(late)).toMatchObject([{ state: 'failed', problems: [{ code: 'codeOfAnother' }] }]);
  expect(await signInOf('ana.5401@exam.test')).toEqual(before);
  expect(await found('ana.5401@exam.test')).toMatchObject([{ firstName: 'Ana 5401', nrMatricol: 'M-5401' }]);
  for (const email of ['nou.5403@exam.test', 'nou.5405@exam.test']) expect(await found(email)).toEqual([]);
});

it('[IMP-1] lists what a row changed when it was written, not what the dry run expected', async () => {
  await imported(student(5601), student(5602), student(5603));
  const phone = { 8: '0722000001' };
  const late = await started(
    student(5601, phone),
    student(5602, { ...phone, 3: 'Maria' }),
    student(5603, { 3: 'Irina' }),
    student(5604),
    // More accents than a letter can have: those left out are reported, also after the row is written.
    student(5605, { 3: `Ana${'\u0301'.repeat(40)}` }),
  );
  const told = async () =>
    (await rowsOf(late)).map(({ problems }) => problems.map(({ column, code }) => `${column} ${code}`));
  const notices = [[], [], [], [], ['firstName charactersDropped']];
  expect(await told()).toEqual(notices);
  // Meanwhile another import writes the same phone, half of the second row, and the new student.
  await imported(student(5601, phone), student(5602, phone), student(5604, phone));
  await run(late);
  expect(
    (await rowsOf(late)).map(({ state, outcome, changes }) => [
      state,
      outcome,
      changes.map(({ column, from, to }) => [column, from, to]),
    ]),
  ).toEqual([
    ['written', 'same', []],
    ['written', 'change', [['firstName', 'Ana 5602', 'Maria']]],
    ['written', 'change', [['firstName', 'Ana 5603', 'Irina']]],
    ['written', 'change', [['phone', '0722000001', '0712305604']]],
    ['written', 'create', []],
  ]);
  expect(await told()).toEqual(notices);
});

it('[IMP-1] compares with the students of the series before and after writing, not with every progress report', async () => {
  const id = await uploaded(student(5501));
  const { counts, compared } = await read(id);
  expect(counts.absent).toBeGreaterThan(0);
  expect(compared.series).toBe(1);
  await admin.post(`imports/${id}/commit`);
  expect(await read(id)).toMatchObject({ counts: { absent: null }, compared: { series: 0, first: [] } });
  await run(id);
  expect(await read(id)).toMatchObject({ counts: { absent: counts.absent }, compared });
});

it('[IMP-3] its students can sign in while a batch changes their phone, and their address cannot move meanwhile', async () => {
  await imported(student(5601));
  const id = await started(student(5601, { 8: '0799000222' }));
  const locked = async (lock: string) =>
    server.database.sql
      .unsafe(`select from users where email = 'ana.5601@exam.test' for ${lock} nowait`)
      .then(
        () => 'free',
        (error) => String((error as { code?: string }).code),
      );
  let during: string[] = [];
  await server.database.sql.unsafe(`
    create function held() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock(5601); return new; end $$;
    create trigger held before update on students for each row execute function held()`);
  try {
    const writing = await server.database.transaction(systemAuthor, async (tx) => {
      await tx`select pg_advisory_xact_lock(5601)`;
      const batch = run(id);
      await expect.poll(() => locked('update')).toBe('55P03');
      during = [await locked('share'), await locked('update')];
      return { batch };
    });
    await writing.batch;
  } finally {
    await server.database.sql.unsafe('drop trigger held on students; drop function held()');
  }
  expect(during).toEqual(['free', '55P03']);
  expect((await read(id)).state).toBe('done');
});

it('[IMP-3] accounts that change are locked for a few rows at a time, fewer while an official exam runs, and every row is written', async () => {
  const numbers = Array.from({ length: 45 }, (_, n) => 5700 + n);
  await imported(...numbers.map((number) => student(number)));
  const transactionsOf = async (firstName: string) => {
    const id = await imported(...numbers.map((number) => student(number, { 3: `${firstName} ${number}` })));
    expect((await rowsOf(id)).map(({ state }) => state)).toEqual(numbers.map(() => 'written'));
    const rows = await server.database.sql<{ count: number }[]>`
      select count(*)::int as count from users where name like ${`${firstName} 57%`} group by xmin::text order by 1`;
    return rows.map(({ count }) => count);
  };
  await imported(student(5799));
  await sit('ana.5799@exam.test');
  expect(await transactionsOf('Ioana')).toEqual([5, 10, 10, 10, 10]);
  for (const handIn of running) await handIn();
  expect(await transactionsOf('Maria')).toEqual([5, 20, 20]);
});

it('[IMP-3] checks a file in small batches while an official exam runs, and every row is there', async () => {
  const numbers = Array.from({ length: 25 }, (_, n) => 5900 + n);
  const batchesOf = async () => {
    const id = await uploaded(...numbers.map((number) => student(number)));
    expect((await rowsOf(id)).map(({ line }) => line)).toEqual(numbers.map((_, index) => index + 1));
    const rows = await server.database.sql<{ count: number }[]>`
      select count(*)::int as count from student_import_rows where import_id = ${id} group by xmin::text order by 1`;
    return rows.map(({ count }) => count);
  };
  await imported(student(5999));
  await sit('ana.5999@exam.test');
  expect(await batchesOf()).toEqual([5, 10, 10]);
  for (const handIn of running) await handIn();
  expect(await batchesOf()).toEqual([25]);
});

it('[IMP-1] removes a check whose rows the database lost', async () => {
  const { sql } = server.database;
  await sql.unsafe(`
    create function planted() returns trigger language plpgsql as $$ begin return null; end $$;
    create trigger planted before insert on import_batches for each row execute function planted()`);
  const imports = () => sql`select id from imports order by id`;
  const before = await imports();
  const response = await giveStudents(admin, studentCsv(student(6001), student(6002), student(6003)));
  await sql.unsafe('drop trigger planted on import_batches; drop function planted()');
  expect(response.statusCode).toBe(500);
  expect(await imports()).toEqual(before);
});

it('[SAFE-10] files that are checked do not keep others from being read', async () => {
  const { sql } = server.database;
  await sql.unsafe(`
    create function held() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock(6011); return new; end $$;
    create trigger held before update on student_import_rows for each row execute function held()`);
  const { checks } = await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(6011)`;
    const checks = [6011, 6012].map((number) => uploaded(student(number)));
    await untilWaiting(sql, 2);
    const read = await uploadQuestions(admin, Buffer.from('Unu? {=da ~nu}'), 'a.gift');
    expect(read.statusCode, read.body).toBe(201);
    return { checks };
  });
  await Promise.all(checks);
  await sql.unsafe('drop trigger held on student_import_rows; drop function held()');
});

it('[IMP-1] a check waits for a connection longer than a call', async () => {
  const busy = openDatabase(server.databaseUrl, { max: 1, waitSeconds: 0.5 });
  let attempts = 0;
  let answer: Promise<unknown> | undefined;
  await busy.sql.begin(async () => {
    answer = whenFree(() => {
      attempts += 1;
      return busy.sql`select 1 as one`;
    });
    await expect.poll(() => attempts).toBeGreaterThan(2);
  });
  expect(await answer).toEqual([{ one: 1 }]);
  await busy.close();
});
