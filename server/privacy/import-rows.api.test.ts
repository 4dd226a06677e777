import { beforeEach, expect, it } from 'vitest';
import { systemAuthor } from '#server/db/database.ts';
import { studentCheck } from '#server/features/imports/students/student-check.ts';
import { aSeries, type StudyPlace } from '#server/testing/accounts.ts';
import { untilWaiting } from '#server/testing/locks.ts';
import { planted } from '#server/testing/planted-person.ts';
import { tablesHolding } from '#server/testing/planted-values.ts';
import { useTestServer } from '#server/testing/server.ts';
import {
  aStudentRow,
  giveStudents,
  halfCheckedStudents,
  namesOf,
  type PlaceNames,
  studentCsv,
  uploadedStudents,
  whileChecking,
} from '#server/testing/student-files.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';
import { eraseImportRows } from './import-rows.ts';
import type { PersonData } from './person-data.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let studyPlace: StudyPlace;
let names: PlaceNames;
let userId: number;
beforeEach(async () => {
  // The rows of others stay after each test.
  await server.database.sql`delete from imports`;
  studyPlace = await aSeries(server, { year: 2 });
  names = await namesOf(server, studyPlace);
  const made = await admin.post('students', { ...planted, ...studyPlace });
  expect(made.statusCode, made.body).toBe(201);
  const [row] = await server.database.sql<
    { id: number }[]
  >`select id from users where email = ${planted.email}`;
  userId = row?.id ?? 0;
});

/** Columns of a student file. */
const [code, lastName, firstName, cnp, address, number] = [1, 2, 3, 4, 9, 10] as const;
const exportOf = async (id: number) => (await admin.get(`users/${id}/export?format=json`)).body;
const rowsOf = async (id: number) => (JSON.parse(await exportOf(id)) as PersonData).data.importRows;
async function erase() {
  await server.set({ identityRetentionDays: 0 });
  const erased = await admin.post(`users/${userId}/erasure`, { email: planted.email });
  expect(erased.statusCode, erased.body).toBe(204);
}

it('[SAFE-14] the export has no values of another person whose row has a code, number or address of this one', async () => {
  const others = [
    aStudentRow(names, 71, { [code]: planted.externalId, [lastName]: 'Bratu' }),
    aStudentRow(names, 72, { [number]: planted.nrMatricol, [lastName]: 'Cernea' }),
    aStudentRow(names, 73, { [address]: planted.email, [lastName]: 'Dinu' }),
    // Refused for another reason before the code is compared.
    aStudentRow(names, 74, { [code]: planted.externalId, [lastName]: 'Enache', 5: 'x' }),
    // A namesake with the same number in another faculty.
    aStudentRow(await namesOf(server, await aSeries(server, { year: 2 })), 75, {
      [number]: planted.nrMatricol,
      [lastName]: planted.lastName,
      [firstName]: planted.firstName,
    }),
  ];
  await uploadedStudents(admin, studentCsv(...others));
  const rows = await rowsOf(userId);
  expect(rows.map(({ line, outcome }) => [line, outcome])).toEqual([
    [1, 'refused'],
    [2, 'refused'],
    [3, 'refused'],
    [4, 'refused'],
    [5, 'create'],
  ]);
  for (const row of rows) expect(row).toMatchObject({ label: null, cells: null, changes: null });
  expect(rows[0]?.problems).toEqual([{ column: 'externalId', code: 'codeOfAnother' }]);
  expect(rows[2]?.problems).toEqual([{ column: 'email', code: 'addressOfAnother' }]);
  const text = await exportOf(userId);
  for (const row of others)
    expect(
      [row[cnp], row[8], 'Bratu', 'Cernea', 'Dinu', 'Enache'].filter((one) => text.includes(one ?? '')),
    ).toEqual([]);
  await erase();
});

it('[SAFE-14] the erasure removes only the person’s values from rows of others, which stay or are refused for them', async () => {
  const { sql } = server.database;
  // The code is free when the file is checked and the person's later.
  const externalId = 'EXT-NOU';
  await uploadedStudents(
    admin,
    studentCsv(
      aStudentRow(names, 71, { [code]: externalId, [lastName]: 'Bratu' }),
      aStudentRow(names, 72, { [lastName]: 'Cernea' }),
    ),
  );
  const [student] = await sql<{ id: number }[]>`select id from students where user_id = ${userId}`;
  const changed = await admin.put(`students/${student?.id}`, { ...planted, ...studyPlace, externalId });
  expect(changed.statusCode, changed.body).toBe(200);
  const own = { [lastName]: planted.lastName, [firstName]: planted.firstName };
  await uploadedStudents(
    admin,
    studentCsv(
      aStudentRow(names, 73, { [code]: externalId, [lastName]: 'Dinu' }),
      aStudentRow(names, 74, { [number]: planted.nrMatricol, [lastName]: 'Enache' }),
      aStudentRow(names, 75, { [address]: planted.email, [lastName]: 'Florea' }),
      // A namesake with the same number in another faculty.
      aStudentRow(await namesOf(server, await aSeries(server, { year: 2 })), 76, {
        ...own,
        [number]: planted.nrMatricol,
      }),
      aStudentRow(names, 77, { ...own, [code]: externalId, [cnp]: planted.cnp }),
    ),
  );
  const stored = () =>
    sql<{ cells: Record<string, string>; state: string; problems: unknown }[]>`
      select cells, state, problems from student_import_rows order by import_id, position`;
  const before = await stored();
  expect(before.map(({ state }) => state)).toEqual([
    ...['ready', 'ready', 'refused', 'refused', 'refused', 'ready'],
    expect.any(String),
  ]);
  await erase();
  const emptied = ['externalId', undefined, 'externalId', 'matricol', 'email', undefined];
  expect(await stored()).toEqual(
    emptied.map((column, at) => ({
      cells: { ...before[at]?.cells, ...(column && { [column]: '' }) },
      state: column ? 'refused' : 'ready',
      problems: column ? [{ column, code: 'empty', params: {} }] : [],
    })),
  );
  expect(await tablesHolding(sql, [planted.email, planted.externalId, externalId])).toEqual([]);
});

it('[SAFE-14] the export of a person does not name the owner of a code in their row', async () => {
  const made = await admin.post('students', {
    ...{
      ...studyPlace,
      email: 'altul@exam.test',
      firstName: 'Ion',
      lastName: 'Zamfirescu',
      phoneNumber: '0712000111',
    },
    ...{ cnp: aStudentRow(names, 91)[cnp], externalId: 'EXT-ALTUL', nrMatricol: 'MATR-ALTUL' },
  });
  expect(made.statusCode, made.body).toBe(201);
  const row = [planted.lastName, planted.firstName, planted.cnp];
  const cells = { [code]: 'EXT-ALTUL', [lastName]: row[0], [firstName]: row[1], [cnp]: row[2] };
  await uploadedStudents(admin, studentCsv(aStudentRow(names, 92, cells as Record<number, string>)));
  const [own] = await rowsOf(userId);
  expect(own).toMatchObject({
    outcome: 'refused',
    cells: { cnp: planted.cnp },
    label: `${row[0]} ${row[1]}`,
  });
  expect(await exportOf(userId)).not.toContain('Zamfirescu');
  await erase();
});

it('[SAFE-14] rows with a mistyped personal id and address are exported and erased by code or number', async () => {
  const mistyped = { [lastName]: planted.lastName, [firstName]: planted.firstName, [cnp]: '6040501129878' };
  await uploadedStudents(
    admin,
    studentCsv(
      aStudentRow(names, 81, {
        ...mistyped,
        [code]: ` ${planted.externalId.toLowerCase()}`,
        [address]: 'gresit1@exam.test',
      }),
      aStudentRow(names, 82, { ...mistyped, [number]: planted.nrMatricol, [address]: 'gresit2@exam.test' }),
    ),
  );
  expect((await rowsOf(userId)).map(({ cells }) => cells)).toMatchObject([
    { cnp: '6040501129878', email: 'gresit1@exam.test' },
    { cnp: '6040501129878', email: 'gresit2@exam.test' },
  ]);
  await erase();
  const values = [planted.lastName, planted.externalId, planted.nrMatricol, 'gresit1', 'gresit2'];
  expect(await tablesHolding(server.database.sql, values)).toEqual([]);
});

it('[SAFE-14] rows that are not checked yet are exported and erased, and the check goes on without them', async () => {
  const own = aStudentRow(names, 200, {
    [code]: planted.externalId,
    [cnp]: planted.cnp,
    [lastName]: planted.lastName,
  });
  const others = Array.from({ length: 149 }, (_, n) => aStudentRow(names, 201 + n));
  const id = await halfCheckedStudents(server, admin, ...others, own);
  const check = () => studentCheck.job.run(server.services, { importId: id }, new AbortController().signal);
  const unchecked = [{ line: 150, outcome: null, state: 'unchecked', cells: { cnp: planted.cnp } }];
  // The row is still in a batch of the file.
  expect(await rowsOf(userId)).toMatchObject(unchecked);
  await server.set({ identityRetentionDays: 0 });
  const refused = await admin.post(`users/${userId}/erasure`, { email: planted.email });
  expect([refused.statusCode, refused.json().error]).toEqual([409, 'privacy.fileRead']);

  await whileChecking(server, `raise exception 'away'`, 'new.position = 150', () =>
    expect(check()).rejects.toThrow('away'),
  );
  expect(await rowsOf(userId)).toMatchObject(unchecked);
  await erase();
  expect(await tablesHolding(server.database.sql, [planted.lastName, planted.externalId])).toEqual([]);
  await check();
  expect((await admin.get(`imports/${id}`)).json()).toMatchObject({
    state: 'ready',
    rows: 149,
    counts: { create: 149 },
  });
});

it('[SAFE-14] nobody is erased while a student file is being read, and the file is kept', async () => {
  const { sql } = server.database;
  await server.set({ identityRetentionDays: 0 });
  const own = aStudentRow(names, 400, { [cnp]: planted.cnp, [lastName]: planted.lastName });
  const others = Array.from({ length: 149 }, (_, n) => aStudentRow(names, 401 + n));
  await sql.unsafe(`
    create function planted() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock(140); return new; end $$;
    create trigger planted before insert on import_batches for each row when (new.first = 101)
      execute function planted()`);
  const { uploading } = await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(140)`;
    const uploading = giveStudents(admin, studentCsv(own, ...others));
    await untilWaiting(sql, 1);
    const previewed = await admin.get(`users/${userId}/erasure`);
    expect(previewed.json().hindrance).toEqual({ error: 'privacy.fileRead', params: {} });
    const refused = await admin.post(`users/${userId}/erasure`, { email: planted.email });
    expect([refused.statusCode, refused.json().error]).toEqual([409, 'privacy.fileRead']);
    // An erasure that began a moment before the file was read leaves it alone.
    await server.database.transaction(systemAuthor, (inside) => eraseImportRows(inside, userId));
    return { uploading };
  });
  await sql.unsafe('drop trigger planted on import_batches; drop function planted()');
  const uploaded = await uploading;
  expect([uploaded.statusCode, uploaded.json()]).toMatchObject([201, { rows: 150 }]);
  await erase();
  expect(await sql`select from student_import_rows`).toHaveLength(149);
  expect(await tablesHolding(sql, [planted.lastName])).toEqual([]);
});
