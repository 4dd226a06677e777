import { strToU8, zipSync } from 'fflate';
import { beforeAll, expect, it } from 'vitest';
import type { Job } from '#contract/administration.ts';
import type { ImportSummary, StudentImport } from '#contract/imports.ts';
import type { StudentImportRow } from '#contract/student-imports.ts';
import { importCleanUp } from '#server/features/imports/removing.ts';
import { countedTransactions } from '#server/features/imports/testing/counted-transactions.ts';
import { aSeries, type SignedInPerson, signedInAs } from '#server/testing/accounts.ts';
import { untilWaiting } from '#server/testing/locks.ts';
import { useTestServer } from '#server/testing/server.ts';
import {
  aStudentRow,
  giveStudents,
  halfCheckedStudents,
  namesOf,
  type PlaceNames,
  slowly,
  studentCsv,
  whileChecking,
} from '#server/testing/student-files.ts';
import { upload } from '#server/testing/upload.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';
import { studentCheck } from './student-check.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let names: PlaceNames;
let other: SignedInPerson;

beforeAll(async () => {
  names = await namesOf(server, await aSeries(server, { year: 2 }));
  other = await signedInAs(server, 'admin');
});

const student = (number: number, changed?: Record<number, string>) => aStudentRow(names, number, changed);
const students = (first: number, count: number) =>
  Array.from({ length: count }, (_, n) => student(first + n));
const inBackground = (...rows: readonly (readonly string[])[]) =>
  upload(admin, 'imports/students?background=true', studentCsv(...rows), { fileName: 'studenti.csv' });
const read = async (id: number) => (await other.get(`imports/${id}`)).json<StudentImport>();
const rowsOf = async (id: number, filter: string) =>
  (await other.get(`imports/${id}/students?rows=${filter}`)).json<StudentImportRow[]>();
const run = (importId: number) =>
  studentCheck.job.run(server.services, { importId }, new AbortController().signal);

const halfChecked = (...rows: readonly (readonly string[])[]) => halfCheckedStudents(server, admin, ...rows);

it('[UX-13] [IMP-1] the rows of a large file are checked by a job, whose progress every administrator sees', async () => {
  const id = await halfChecked(
    ...students(1000, 240),
    // Two students of rows that the request has checked.
    student(1004),
    student(2000, { 9: 'ana.1007@exam.test' }),
  );
  expect(await read(id)).toMatchObject({
    state: 'checking',
    rows: 242,
    counts: { create: 100, unchecked: 142, refused: 0, absent: null },
  });
  const [listed] = (await other.get('imports')).json<ImportSummary[]>();
  expect(listed).toMatchObject({ id, state: 'checking', rows: 242 });
  const shown = await other.get(`imports/${id}/students`);
  expect(shown.headers['x-total-count']).toBe('100');
  const jobs = (await other.get('administration/jobs')).json<Job[]>();
  expect(jobs.filter(({ name }) => name === 'check-students')).toMatchObject([
    { subject: 'studenti.csv', progress: { done: 100, all: 242 } },
  ]);
  const early = await other.post(`imports/${id}/commit`);
  expect([early.statusCode, early.json()]).toEqual([409, { error: 'import.checking', params: {} }]);

  await run(id);
  expect(await read(id)).toMatchObject({
    state: 'ready',
    rows: 242,
    counts: { create: 240, refused: 2, unchecked: 0 },
  });
  expect(
    (await rowsOf(id, 'refused')).map(({ line, problems }) => [
      line,
      problems.map(({ code, params }) => [code, params.line]),
    ]),
  ).toEqual([
    [241, [['repeatedInFile', 5]]],
    [242, [['addressOfAnother', 8]]],
  ]);
  expect((await other.post(`imports/${id}/commit`)).statusCode).toBe(200);
});

it('[IMP-1] several jobs check a file together, and each knows the rows that the others checked', async () => {
  const id = await halfChecked(...students(3000, 350), ...students(3000, 350));
  await Promise.all([run(id), run(id), run(id)]);
  expect(await read(id)).toMatchObject({
    state: 'ready',
    counts: { create: 350, refused: 350, unchecked: 0 },
  });
});

/** Uploads a file on a database that stores rows slowly: the request stores the first hundred and leaves the others to the job. */
async function halfStored(first: number, count: number): Promise<number> {
  const { sql } = server.database;
  await sql.unsafe(`
    create function planted() returns trigger language plpgsql as $$ begin ${slowly}; return new; end $$;
    create trigger planted before insert on student_import_rows for each row execute function planted()`);
  const response = await inBackground(...students(first, count)).finally(() =>
    sql.unsafe('drop trigger planted on student_import_rows; drop function planted()'),
  );
  expect(response.statusCode, response.body).toBe(201);
  return response.json<{ importId: number }>().importId;
}

it('[UX-13] [IMP-3] the rows of a large file are stored by the job that checks them; a restart stores the rest, and no version ends the check before', async () => {
  const { sql } = server.database;
  const id = await halfStored(9000, 1_250);
  expect(await read(id)).toMatchObject({
    state: 'checking',
    rows: 1250,
    counts: { create: 0, unchecked: 1250 },
  });
  const stored = await sql<{ count: number }[]>`
    select count(*)::int as count from student_import_rows where import_id = ${id}`;
  expect(stored).toEqual([{ count: 100 }]);
  const [listed] = (await other.get('imports')).json<ImportSummary[]>();
  expect(listed).toMatchObject({ id, state: 'checking', rows: 1250 });
  const jobs = (await other.get('administration/jobs')).json<Job[]>();
  expect(jobs.filter(({ progress }) => progress?.all === 1250)).toMatchObject([
    { name: 'check-students', progress: { done: 0, all: 1250 } },
  ]);
  const early = await other.post(`imports/${id}/commit`);
  expect([early.statusCode, early.json().error]).toEqual([409, 'import.checking']);
  await expect(sql`update imports set state = 'ready' where id = ${id}`).rejects.toThrow(/not stored yet/);

  await sql`delete from jobs.job where name = 'check-students'`;
  await studentCheck.job.resume?.(server.services);
  const queued = await sql<{ id: string }[]>`
    select data ->> 'importId' as id from jobs.job where name = 'check-students'`;
  expect(queued.map((job) => Number(job.id))).toContain(id);
  await Promise.all([run(id), run(id)]);
  expect(await read(id)).toMatchObject({
    state: 'ready',
    rows: 1250,
    counts: { create: 1250, unchecked: 0 },
  });
  const rows = await sql<{ position: number; email: string }[]>`
    select position, cells ->> 'email' as email from student_import_rows where import_id = ${id} order by position`;
  expect(rows.map(({ position, email }) => [position, email])).toEqual(
    Array.from({ length: 1250 }, (_, n) => [n + 1, `ana.${9000 + n}@exam.test`]),
  );
  expect(await sql`select from import_batches where import_id = ${id}`).toHaveLength(0);
});

it('[IMP-1] deleting an import ends the storing of its rows', async () => {
  const id = await halfStored(11_000, 150);
  expect((await other.delete(`imports/${id}`)).statusCode).toBe(204);
  await run(id);
  const { sql } = server.database;
  expect(await sql`select from import_batches where import_id = ${id}`).toHaveLength(0);
  expect(await sql`select from student_import_rows where import_id = ${id}`).toHaveLength(0);
});

it('[IMP-3] [SAFE-10] a check waits for the deletion of its import without the connection that stores the rows of other files', async () => {
  const id = await halfStored(12_000, 150);
  const { database, begun } = countedTransactions(server.services.imports);
  const { check } = await server.database.sql.begin(async (tx) => {
    await tx`delete from imports where id = ${id}`;
    const { signal } = new AbortController();
    const check = studentCheck.job.run({ ...server.services, database }, { importId: id }, signal);
    await expect.poll(begun).toBeGreaterThan(1);
    const response = await inBackground(student(12_900));
    expect(response.statusCode, response.body).toBe(201);
    return { check };
  });
  await check;
  expect((await other.get(`imports/${id}`)).statusCode).toBe(404);
});

it('[IMP-1] a small file is checked when the response comes, also in the background', async () => {
  const response = await inBackground(student(4000), student(4001, { 4: '123' }));
  const { importId } = response.json<{ importId: number }>();
  expect(response.json()).toEqual({ importId, rows: 2, problems: 1 });
  expect(await read(importId)).toMatchObject({ state: 'ready', counts: { create: 1, refused: 1 } });
});

it('[IMP-1] without `background` the response comes when every row is checked', async () => {
  const response = await whileChecking(server, slowly, 'true', () =>
    giveStudents(admin, studentCsv(...students(4100, 150), student(4100))),
  );
  const { importId } = response.json<{ importId: number }>();
  expect([response.statusCode, response.json()]).toEqual([201, { importId, rows: 151, problems: 1 }]);
  expect(await read(importId)).toMatchObject({ state: 'ready', counts: { unchecked: 0 } });
});

it('[IMP-1] a check can be ended by deleting its import; a caller who waits for it is told', async () => {
  const id = await halfChecked(...students(5000, 150));
  expect((await other.delete(`imports/${id}`)).statusCode).toBe(204);
  await run(id);
  const { sql } = server.database;
  expect(await sql`select from student_import_rows where import_id = ${id}`).toHaveLength(0);

  const { waiting, deletion } = await whileChecking(
    server,
    'perform pg_advisory_xact_lock(5000)',
    'new.position = 1',
    () =>
      sql.begin(async (tx) => {
        await tx`select pg_advisory_xact_lock(5000)`;
        const waiting = giveStudents(admin, studentCsv(...students(5200, 150)));
        await untilWaiting(sql, 1);
        const [listed] = (await other.get('imports')).json<ImportSummary[]>();
        const deletion = other.delete(`imports/${listed?.id}`);
        await untilWaiting(sql, 2);
        return { waiting, deletion };
      }),
  );
  expect((await deletion).statusCode).toBe(204);
  expect([(await waiting).statusCode, (await waiting).json().error]).toEqual([404, 'resource.notFound']);
  expect(await sql`select from imports where state = 'checking'`).toHaveLength(0);
});

it('[SAFE-10] [IMP-3] many files are checked in turn, and none is refused for it', async () => {
  const { sql } = server.database;
  const { uploads } = await whileChecking(server, 'perform pg_advisory_xact_lock(6000)', 'true', () =>
    sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(6000)`;
      const uploads: ReturnType<typeof giveStudents>[] = [];
      for (let n = 1; n <= 6; n += 1) {
        uploads.push(giveStudents(admin, studentCsv(student(6000 + n))));
        await expect
          .poll(async () => (await sql`select from imports where state = 'checking'`).length)
          .toBe(n);
      }
      // Two are checked, the others wait without a connection.
      await untilWaiting(sql, 2);
      return { uploads };
    }),
  );
  expect((await Promise.all(uploads)).map(({ statusCode }) => statusCode)).toEqual([
    201, 201, 201, 201, 201, 201,
  ]);
});

/** A workbook of students; a cell may be a logical value. */
function workbookOf(...rows: readonly (readonly (string | boolean)[])[]): Uint8Array {
  const cell = (value: string | boolean) =>
    value === true ? '<c t="b"><v>1</v></c>' : `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const lines = rows.map((cells, index) => `<row r="${index + 1}">${cells.map(cell).join('')}</row>`);
  return zipSync({
    'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="Foaia" r:id="r1"/></sheets></workbook>'),
    'xl/_rels/workbook.xml.rels': strToU8('<R><Relationship Id="r1" Target="worksheets/s.xml"/></R>'),
    'xl/worksheets/s.xml': strToU8(`<worksheet><sheetData>${lines.join('')}</sheetData></worksheet>`),
  });
}

it('[IMP-1] a row with a cell that cannot be read does not stand for a later row of the same student', async () => {
  const unreadable = student(7000).map((cell, column) => (column === 10 ? true : cell));
  const file = workbookOf(unreadable, student(7000), student(7000));
  const response = await giveStudents(admin, file, 'studenti.xlsx');
  const rows = await rowsOf(response.json<{ importId: number }>().importId, 'all');
  expect(rows.map(({ outcome, problems }) => [outcome, ...problems.map(({ code }) => code)])).toEqual([
    ['refused', 'booleanCell'],
    ['create'],
    ['refused', 'repeatedInFile'],
  ]);
});

it('[IMP-1] a row whose outcome the database refuses is refused alone', async () => {
  const refusal = `raise exception 'refused' using errcode = 'check_violation'`;
  const response = await whileChecking(server, refusal, "new.position = 7 and new.outcome = 'create'", () =>
    inBackground(...students(7100, 12)),
  );
  const { importId } = response.json<{ importId: number }>();
  expect(await read(importId)).toMatchObject({ state: 'ready', counts: { create: 11, refused: 1 } });
  const [refused] = await rowsOf(importId, 'refused');
  expect(refused).toMatchObject({ line: 7, problems: [{ code: 'notWritten' }] });
});

it('[IMP-1] an upload whose process ended is deleted when no reading takes so long; a check stays until it ends', async () => {
  const { sql } = server.database;
  const id = await halfChecked(...students(8000, 150));
  await sql`update imports set made_at = now() - interval '2 days' where id = ${id}`;
  const started = (kind: string, minutes: number) => sql`
    insert into imports (kind, made_by, file_name, format, made_at)
    values (${kind}, ${admin.userId}, ${`${kind} ${minutes}`}, 'csv', now() - make_interval(mins => ${minutes}))`;
  for (const minutes of [10, 20]) await started('students', minutes);
  for (const minutes of [20, 1500]) await started('questions', minutes);
  await importCleanUp.start(server.services, { error: () => {} } as never).stop();
  const left = await sql<{ file_name: string }[]>`
    select file_name from imports where state in ('reading', 'checking') order by 1`;
  expect(left.map(({ file_name }) => file_name)).toEqual(['questions 20', 'studenti.csv', 'students 10']);
  await run(id);
  expect((await read(id)).state).toBe('ready');
});

it('[IMP-1] an upload that ends while it is about to be deleted as interrupted stays', async () => {
  const { sql } = server.database;
  const [late] = await sql<{ id: number }[]>`
    insert into imports (kind, made_by, file_name, format, made_at)
    values ('students', ${admin.userId}, 'târziu.csv', 'csv', now() - interval '16 minutes') returning id`;
  const id = late?.id ?? 0;
  const cleanUp = await sql.begin(async (tx) => {
    await tx`update imports set state = 'ready' where id = ${id}`;
    const job = importCleanUp.start(server.services, { error: () => {} } as never);
    await untilWaiting(sql, 1);
    return job;
  });
  await cleanUp.stop();
  expect((await read(id)).state).toBe('ready');
});
