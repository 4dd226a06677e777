import { beforeAll, expect, it } from 'vitest';
import type { Job } from '#contract/administration.ts';
import type { Dashboard } from '#contract/dashboard.ts';
import type { NotImported } from '#contract/student-imports.ts';
import { aSecretary, aSeries, type StudyPlace, signedIn } from '#server/testing/accounts.ts';
import { useTestServer } from '#server/testing/server.ts';
import {
  aStudentRow,
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
const uploaded = (content: Uint8Array, fileName?: string) => uploadedStudents(admin, content, fileName);
const imported = (id: number) => importStudents(server, admin, id);

/** What the dashboard of the secretary of a study place says about a file. */
async function boardOf(studyPlace: StudyPlace, file: string) {
  const secretary = await signedIn(server, await aSecretary(server, studyPlace));
  const { secretary: part } = (await secretary.get('dashboard')).json<Dashboard>();
  return part?.importProblems.filter(({ fileName }) => fileName === file);
}

it('[MSG-20] [ROLE-11] a row with an unrecognised module is seen by the secretaries of the whole specialization in its year', async () => {
  const studyPlace = await aSeries(server, { year: 2 });
  const { collegeId, sectionId, seriesId } = studyPlace;
  const [own, others] = [
    await namesOf(server, studyPlace),
    await namesOf(server, await aSeries(server, { year: 2 })),
  ];
  const id = await uploaded(
    csv(
      aStudentRow(own, 1, { 7: 'Nicio serie' }),
      aStudentRow(own, 2, { 5: 'doi' }),
      aStudentRow(own, 3, { 6: 'Nicio specializare' }),
      aStudentRow(own, 4, { 4: '123' }),
      aStudentRow(others, 5, { 7: 'Nicio serie' }),
    ),
    'studenti-fara-serie.csv',
  );
  const seenBy = async (assignment: Parameters<typeof aSecretary>[1]) => {
    const secretary = await signedIn(server, await aSecretary(server, assignment));
    const listed = (await secretary.get(`notImportedStudents?importId=${id}`)).json<NotImported[]>();
    const { secretary: part } = (await secretary.get('dashboard')).json<Dashboard>();
    expect(part?.importProblems.map(({ rows }) => rows)).toEqual(listed.length === 0 ? [] : [listed.length]);
    return listed.map(({ line, series }) => [line, series]);
  };
  const [noSeries, noYear, badCnp] = [
    [1, 'Nicio serie'],
    [2, own.series],
    [4, own.series],
  ];
  expect(await seenBy({ collegeId, sectionId, year: 2 })).toEqual([noSeries, badCnp]);
  expect(await seenBy({ collegeId, sectionId, year: 0 })).toEqual([noSeries, noYear, badCnp]);
  expect(await seenBy({ collegeId, year: 0 })).toEqual([noSeries, noYear, badCnp]);
  expect(await seenBy({ collegeId, sectionId, seriesIds: [seriesId], year: 2 })).toEqual([badCnp]);
  expect(await seenBy({ collegeId, sectionId, year: 3 })).toEqual([]);
  // A corrected file settles the row.
  await imported(await uploaded(csv(aStudentRow(own, 1))));
  expect(await seenBy({ collegeId, sectionId, year: 2 })).toEqual([badCnp]);
  expect((await admin.get(`notImportedStudents?importId=${id}`)).json()).toHaveLength(4);
});

it('[ADMIN-1] [HOME-1] a student file shows its progress, and to the secretaries of its students the rows not imported', async () => {
  const id = await uploaded(csv(student(18), student(19, { 4: '123' })), 'studenti-18.csv');
  expect((await admin.post(`imports/${id}/commit`)).statusCode).toBe(200);
  const jobs = async () =>
    (await admin.get('administration/jobs'))
      .json<Job[]>()
      .find(({ subject }) => subject === 'studenti-18.csv');
  expect(await jobs()).toMatchObject({ name: 'write-students', progress: { done: 0, all: 1 } });
  await writingStudents.run(server.services, { importId: id }, new AbortController().signal);
  expect(await jobs()).toMatchObject({ progress: { done: 1, all: 1 } });
  expect(await boardOf(studyPlace, 'studenti-18.csv')).toMatchObject([{ id, rows: 1, madeBy: 'Ana Pop' }]);
  expect(await boardOf(await aSeries(server), 'studenti-18.csv')).toEqual([]);
});

it('[HOME-1] [ROLE-10] the dashboard counts for a secretary the rows of their own series, also of a paused file or one with no good row', async () => {
  const other = await aSeries(server, { year: 2 });
  const names2 = await namesOf(server, other);
  const bad = { 4: '123' };
  await uploaded(
    csv(student(71, bad), student(72, bad), aStudentRow(names2, 73, bad)),
    'studenti-refuzati.csv',
  );
  expect(await boardOf(studyPlace, 'studenti-refuzati.csv')).toMatchObject([{ rows: 2 }]);
  expect(await boardOf(other, 'studenti-refuzati.csv')).toMatchObject([{ rows: 1 }]);
  // The list behind the line: the same rows with their reasons, of the own series only, page by page.
  const secretary = await signedIn(server, await aSecretary(server, studyPlace));
  const [line] = (await boardOf(studyPlace, 'studenti-refuzati.csv')) ?? [];
  const listed = await secretary.get(`notImportedStudents?importId=${line?.id}`);
  expect(listed.headers['x-total-count']).toBe('2');
  expect(listed.json<NotImported[]>()).toMatchObject([
    { fileName: 'studenti-refuzati.csv', label: 'Țepeș Ana 71', madeBy: 'Ana Pop', isWaiting: false },
    { label: 'Țepeș Ana 72', series: names.series, problems: [{ column: 'cnp', code: 'cnpMalformed' }] },
  ]);
  const second = await secretary.get(`notImportedStudents?importId=${line?.id}&skip=1&take=1`);
  expect(second.json<NotImported[]>().map(({ label }) => label)).toEqual(['Țepeș Ana 72']);
  const elsewhere = await signedIn(server, await aSecretary(server, await aSeries(server)));
  expect((await elsewhere.get('notImportedStudents')).headers['x-total-count']).toBe('0');
  // A later file with the corrected row settles it.
  await imported(await uploaded(csv(student(71, { 9: ' ANA.71@exam.test' }))));
  expect(await boardOf(studyPlace, 'studenti-refuzati.csv')).toMatchObject([{ rows: 1 }]);
  // Somebody still reviews this one.
  const id = await uploaded(csv(student(74, bad), student(75)), 'studenti-noi.csv');
  expect(await boardOf(studyPlace, 'studenti-noi.csv')).toEqual([]);
  await admin.post(`imports/${id}/commit`);
  await admin.post(`imports/${id}/pause`);
  expect(await boardOf(studyPlace, 'studenti-noi.csv')).toMatchObject([{ rows: 2 }]);
  await imported(id);
  expect(await boardOf(studyPlace, 'studenti-noi.csv')).toMatchObject([{ rows: 1 }]);
});

it('[SAFE-14] a secretary sees rows not imported without ids, phone numbers and names of other offices', async () => {
  const other = await namesOf(server, await aSeries(server, { year: 2 }));
  const mine = { 1: 'U781', 2: 'Ionescu', 3: 'Dan', 10: 'M-781' };
  await imported(await uploaded(csv(aStudentRow(other, 780), student(781, mine))));
  const id = await uploaded(
    csv(
      student(782, { 8: '99x99' }),
      student(783, { 8: '712345678', 4: '123' }),
      student(784, { 4: '5.04012E+12' }),
      student(785, { 1: 'U780' }),
      student(786, { 1: 'U781' }),
      student(787, { 9: 'nimeni' }),
    ),
  );
  const secretary = await signedIn(server, await aSecretary(server, studyPlace));
  const listed = (await secretary.get(`notImportedStudents?importId=${id}`)).json<NotImported[]>();
  expect(listed.map(({ problems }) => problems)).toEqual([
    [{ column: 'phone', code: 'phoneInvalid', params: {} }],
    [
      { column: 'cnp', code: 'cnpMalformed', params: {} },
      { column: 'phone', code: 'zeroRestored', params: {} },
    ],
    [{ column: 'cnp', code: 'digitsLost', params: {} }],
    [{ column: 'externalId', code: 'codeOfAnother', params: {} }],
    [{ column: 'externalId', code: 'codeOfAnother', params: { name: 'Ionescu Dan' } }],
    [{ column: 'email', code: 'emailInvalid', params: { value: 'nimeni' } }],
  ]);
});
