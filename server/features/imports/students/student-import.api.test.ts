import { beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '#contract/accounts.ts';
import type { StudentImport } from '#contract/imports.ts';
import type { Item } from '#contract/item.ts';
import type { AbsentStudent, StudentImportRow } from '#contract/student-imports.ts';
import { systemAuthor } from '#server/db/database.ts';
import { aSeries, aStudent, type StudyPlace } from '#server/testing/accounts.ts';
import { aCustomExam } from '#server/testing/exams.ts';
import { untilWaiting } from '#server/testing/locks.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import {
  aStudentRow,
  giveStudents,
  importStudents,
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
  studyPlace = await aSeries(server, { year: 2, name: 'Seria Rară' });
  names = await namesOf(server, studyPlace);
});

const student = (number: number, changed?: Record<number, string>) => aStudentRow(names, number, changed);
const csv = studentCsv;
const give = (content: Uint8Array) => giveStudents(admin, content);
const uploaded = (content: Uint8Array, fileName?: string) => uploadedStudents(admin, content, fileName);
const read = async (id: number) => (await admin.get(`imports/${id}`)).json<StudentImport>();
const rowsOf = async (id: number, query = '') =>
  (await admin.get(`imports/${id}/students${query}`)).json<StudentImportRow[]>();
async function imported(id: number): Promise<StudentImport> {
  await importStudents(server, admin, id);
  return read(id);
}
const found = async (search: string) =>
  (await admin.get(`students?search=${encodeURIComponent(search)}`)).json<Item[]>();

describe('a student file', () => {
  it('[IMP-1] is listed and imported when it was uploaded before its columns changed', async () => {
    const id = await uploaded(csv(student(601), student(602, { 8: '' })));
    await server.database.sql`
      update student_import_rows set cells = cells - 'matricol' || '{"former": "x"}' where import_id = ${id}`;
    const response = await admin.get(`imports/${id}/students`);
    expect(response.statusCode, response.body).toBe(200);
    expect(
      response.json<StudentImportRow[]>().map(({ cells }) => [cells.matricol, 'former' in cells]),
    ).toEqual([
      ['', false],
      ['', false],
    ]);
    expect((await admin.get(`imports/${id}/report?format=csv`)).statusCode).toBe(200);
    expect(await imported(id)).toMatchObject({ state: 'done', written: 1, counts: { failed: 0 } });
  });

  it('[IMP-1] [MSG-20] is validated row by row and cell by cell, and saves no student before the start', async () => {
    const id = await uploaded(
      csv(student(1), student(2, { 4: '123', 8: '' }), student(3, { 7: 'Seria Rara x' })),
    );
    expect(await read(id)).toMatchObject({
      kind: 'students',
      state: 'ready',
      rows: 3,
      counts: { create: 1, change: 0, same: 0, refused: 2, withProblems: 2 },
    });
    const refused = await rowsOf(id, '?rows=refused');
    expect(refused.map(({ problems }) => problems.map(({ column, code }) => `${column} ${code}`))).toEqual([
      ['phone empty', 'cnp cnpMalformed'],
      ['series seriesUnknown'],
    ]);
    expect(refused[1]?.problems[0]?.params.suggestion).toBe(names.series);
    expect(await found('ana.1@exam.test')).toEqual([]);
    expect((await rowsOf(id, '?rows=create&take=1')).map(({ label }) => label)).toEqual(['Țepeș Ana 1']);
  });

  it('[IMP-1] creates and updates students with accounts, and changes nothing when imported again', async () => {
    const rows = [student(11), student(12)];
    expect(await imported(await uploaded(csv(...rows)))).toMatchObject({
      state: 'done',
      written: 2,
      counts: { create: 2, failed: 0 },
    });
    expect(await found('ana.11@exam.test')).toMatchObject([
      { lastName: 'Țepeș', externalId: 'U11', nrMatricol: 'M-11', year: 2, seriesId: studyPlace.seriesId },
    ]);
    const before = await server.database.sql`select count(*) from audit_log where entity = 'students'`;
    const again = await uploaded(csv(...rows));
    expect((await read(again)).counts).toMatchObject({ create: 0, change: 0, same: 2 });
    expect(await rowsOf(again, '?rows=same')).toHaveLength(2);
    expect(await rowsOf(again, '?rows=change')).toEqual([]);
    await imported(again);
    expect(await server.database.sql`select count(*) from audit_log where entity = 'students'`).toEqual(
      before,
    );

    const id = await uploaded(csv(student(11, { 3: 'Maria' }), student(12)));
    expect((await rowsOf(id, '?rows=change'))[0]?.changes).toEqual([
      { column: 'firstName', from: 'Ana 11', to: 'Maria' },
    ]);
    expect((await imported(id)).counts).toMatchObject({ change: 1, same: 1 });
    expect(await found('ana.11@exam.test')).toMatchObject([{ firstName: 'Maria' }]);
  });

  it('[IMP-1] recognises a student by code, number or address in another case or with invisible characters', async () => {
    await imported(await uploaded(csv(student(15), student(16), student(17))));
    const log = () =>
      server.database.sql`select count(*) from audit_log where entity in ('students', 'users')`;
    const before = await log();
    const again = await uploaded(
      csv(
        student(15, { 1: 'u1\u200b5', 9: 'ANA.15@exam\u00ad.test', 10: '\ufeffm-15' }),
        // Only the number, or only the address, identifies them.
        student(16, { 1: '', 9: 'Ana.16@EXAM.test', 10: 'm\u200b-16' }),
        student(17, { 1: '', 9: 'ana.\u200b17@Exam.test', 10: '' }),
      ),
    );
    expect((await read(again)).counts).toMatchObject({ create: 0, change: 0, same: 3, refused: 0 });
    expect((await imported(again)).counts).toMatchObject({ same: 3, failed: 0 });
    expect(await log()).toEqual(before);
    for (const number of [15, 16, 17]) expect(await found(`ana.${number}@exam.test`)).toHaveLength(1);
  });

  it('[IMP-1] gives one person several enrolments and one account', async () => {
    const other = await aSeries(server, {
      collegeId: studyPlace.collegeId,
      sectionId: studyPlace.sectionId,
      year: 3,
      name: 'Anul trei',
    });
    const second = student(21, { 1: 'U21b', 5: 'III', 7: 'Anul trei', 10: 'M-21b' });
    expect((await imported(await uploaded(csv(student(21), second)))).counts).toMatchObject({ create: 2 });
    expect((await found('ana.21@exam.test')).map((one) => one.seriesId).sort()).toEqual(
      [studyPlace.seriesId, other.seriesId].sort(),
    );
    const accounts = (await admin.get('users?search=ana.21@exam.test')).json<Account[]>();
    expect(accounts.map(({ email }) => email)).toEqual(['ana.21@exam.test']);
  });

  it('[IMP-1] lists students that it does not contain and leaves them unchanged', async () => {
    const alone = await aSeries(server, {
      collegeId: studyPlace.collegeId,
      sectionId: studyPlace.sectionId,
      year: 2,
    });
    const left = await aStudent(server, { studyPlace: alone, lastName: 'Absentul' });
    const [series] = await server.database.sql`select code::text from series where id = ${alone.seriesId}`;
    const id = await uploaded(csv(student(31, { 7: String(series?.code) })));
    expect((await read(id)).counts.absent).toBe(1);
    const absent = (await admin.get(`imports/${id}/absent`)).json<AbsentStudent[]>();
    expect(absent.map((one) => one.id)).toEqual([left.studentId]);
    await imported(id);
    expect(await found('Absentul')).toHaveLength(1);
  });

  it('[IMP-1] compares the series of refused rows too, and lists no student whom a refused row names', async () => {
    const alone = await aSeries(server, {
      collegeId: studyPlace.collegeId,
      sectionId: studyPlace.sectionId,
      year: 2,
    });
    const own = await namesOf(server, alone);
    const [byCode, byNumber, byAddress, absent] = [81, 82, 83, 84];
    const rows = [byCode, byNumber, byAddress, absent].map((number) => aStudentRow(own, number));
    await imported(await uploaded(csv(...rows)));
    const refused = { 4: '123' };
    const id = await uploaded(
      csv(
        aStudentRow(own, byCode, { ...refused, 1: 'u81', 9: 'alta.81@exam.test', 10: '' }),
        aStudentRow(own, byNumber, { ...refused, 1: '', 9: 'alta.82@exam.test', 10: 'm-82' }),
        // Its series is not known either.
        aStudentRow(own, byAddress, { ...refused, 1: '', 7: 'Nicio serie', 9: 'ANA.83@exam.test', 10: '' }),
      ),
    );
    const seen = await read(id);
    expect(seen).toMatchObject({
      counts: { refused: 3, absent: 1 },
      compared: { series: 1, first: [{ seriesName: own.series, year: 2 }] },
    });
    const listed = (await admin.get(`imports/${id}/absent`)).json<AbsentStudent[]>();
    expect(listed.map(({ email }) => email)).toEqual(['ana.84@exam.test']);
  });

  it('[MSG-20] returns the students not imported as a file that can be corrected and imported again', async () => {
    const id = await uploaded(csv(student(41), student(42, { 8: '+07x', 9: 'fără adresă' })));
    await imported(id);
    const file = (await admin.get(`imports/${id}/report?format=csv&lang=ro`)).body;
    expect(file).toContain('Motiv');
    expect(file).not.toContain('ana.41');
    const corrected = file.replace('fără adresă', 'ana.42@exam.test').replace("'+07x", '0712300042');
    const second = await uploaded(Buffer.from(corrected), 'corectat.csv');
    // Our column of reasons is known, and the rest of the series is not missing from this file.
    const onlyThese = { findings: [], compared: { series: 0 } };
    expect(await read(second)).toMatchObject({
      ...onlyThese,
      rows: 1,
      counts: { create: 1, refused: 0, absent: 0 },
    });
    const workbook = (await admin.get(`imports/${id}/report?format=xlsx&lang=en`)).rawPayload;
    expect(await read(await uploaded(workbook, 'x.xlsx'))).toMatchObject({
      ...onlyThese,
      counts: { refused: 1, absent: 0 },
    });
    expect((await read(await uploaded(csv(student(41))))).compared.series).toBe(1);
  });

  it('[MSG-20] gives the reason of a row that an earlier version stored', async () => {
    const id = await uploaded(csv(student(44), student(43, { 9: 'fără arond' })));
    await imported(id);
    await server.database.sql`
      update student_import_rows set problems = replace(problems::text, '"value"', '"said"')::jsonb where import_id = ${id}`;
    const file = (await admin.get(`imports/${id}/report?format=csv&lang=en`)).body;
    expect(file).toContain('“fără arond” is not an e-mail address.');
  });

  it('[IMP-1] pauses after the current batch and resumes with the rest', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => student(1000 + index));
    const id = await uploaded(csv(...rows));
    await admin.post(`imports/${id}/commit`);
    await admin.post(`imports/${id}/pause`);
    await writingStudents.run(server.services, { importId: id }, new AbortController().signal);
    expect(await read(id)).toMatchObject({ state: 'paused', written: 0, counts: { waiting: 120 } });
    expect(await imported(id)).toMatchObject({ state: 'done', written: 120 });
  });

  it('[IMP-1] pauses in the middle: what is written stays, and the rest follows when it is resumed', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => student(4000 + index));
    // The second batch waits for the account of a student whose name it changes.
    const held = student(4070, { 3: 'Ioana' });
    await imported(await uploaded(csv(held)));
    const id = await uploaded(csv(...rows));
    await admin.post(`imports/${id}/commit`);
    let [job, pausing]: Promise<unknown>[] = [];
    await server.database.transaction(systemAuthor, async (tx) => {
      await tx`select from students where email = 'ana.4070@exam.test' for update`;
      await tx`select from users where email = 'ana.4070@exam.test' for update`;
      job = writingStudents.run(server.services, { importId: id }, new AbortController().signal);
      await untilWaiting(server.database.sql, 1);
      expect((await read(id)).written).toBe(50);
      pausing = admin.post(`imports/${id}/pause`);
      await untilWaiting(server.database.sql, 2);
    });
    await Promise.all([job, pausing]);
    expect(await read(id)).toMatchObject({
      state: 'paused',
      written: 100,
      counts: { waiting: 20, failed: 0 },
    });
    expect(await imported(id)).toMatchObject({
      state: 'done',
      written: 120,
      counts: { create: 119, change: 1 },
    });
  });

  it('[IMP-1] writes nothing more once its author is no longer an administrator', async () => {
    const id = await uploaded(csv(student(51)));
    await admin.post(`imports/${id}/commit`);
    await server.database.sql`update users set is_admin = false where id = ${admin.userId}`;
    await writingStudents.run(server.services, { importId: id }, new AbortController().signal);
    await server.database.sql`update users set is_admin = true where id = ${admin.userId}`;
    expect(await found('ana.51@exam.test')).toEqual([]);
  });

  it('[IMP-1] rejects a row whose address belongs to another person, even if taken since the dry run', async () => {
    const id = await uploaded(csv(student(61)));
    const taken = csv(student(62, { 9: 'ana.61@exam.test' }));
    await imported(await uploaded(taken));
    const done = await imported(id);
    expect(done).toMatchObject({
      written: 0,
      counts: { create: 0, change: 0, same: 0, refused: 0, failed: 1, notImported: 1 },
    });
    for (const filter of ['create', 'refused']) expect(await rowsOf(id, `?rows=${filter}`)).toEqual([]);
    expect((await rowsOf(id, '?rows=failed'))[0]?.problems).toMatchObject([{ code: 'addressOfAnother' }]);
  });
});

it('[IMP-3] students answer exams during the import, including a student of the file', async () => {
  const exam = await aRunningExam(server, await aCustomExam(server, { questions: 2 }));
  const [enrolled] = await found(exam.student.email);
  const sitting = await namesOf(server, { ...studyPlace, seriesId: Number(enrolled?.seriesId) });
  const own = aStudentRow(sitting, 1, {
    1: String(enrolled?.externalId ?? 'SIT'),
    2: String(enrolled?.lastName),
    3: String(enrolled?.firstName),
    4: String(enrolled?.cnp),
    5: String(enrolled?.year),
    8: '0799999999',
    9: exam.student.email,
    10: String(enrolled?.nrMatricol ?? 'SIT'),
  });
  const id = await uploaded(csv(own, ...Array.from({ length: 150 }, (_, n) => student(3000 + n))));
  expect((await read(id)).counts).toMatchObject({ create: 150, change: 1, refused: 0 });
  await admin.post(`imports/${id}/commit`);
  let isWriting = true;
  const job = writingStudents
    .run(server.services, { importId: id }, new AbortController().signal)
    .finally(() => {
      isWriting = false;
    });
  const saved: number[] = [];
  for (let seq = 1; isWriting; seq += 1) saved.push((await exam.save(1, [seq % 5], { seq })).statusCode);
  await job;
  expect(new Set(saved)).toEqual(new Set([200]));
  expect(await read(id)).toMatchObject({ state: 'done', written: 151, counts: { failed: 0 } });
  expect(await exam.storedAt(1)).toMatchObject({ seq: saved.length, ticks: 1 << (saved.length % 5) });
  expect(await found(exam.student.email)).toMatchObject([{ phoneNumber: '0799999999' }]);
});

it('[SAFE-10] is refused with its reason when it is not a student file', async () => {
  const response = await give(Buffer.from('Dragi studenți,\nvă așteptăm la examen.\n'));
  expect([response.statusCode, response.json()]).toEqual([
    400,
    { error: 'import.refused', params: { reason: 'import.noStudentTable' } },
  ]);
});
