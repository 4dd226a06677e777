import { expect, it } from 'vitest';
import type { Dashboard } from '#contract/dashboard.ts';
import type { NotImported } from '#contract/student-imports.ts';
import { aSecretary, aSeries, signedIn } from '#server/testing/accounts.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aStudentRow, namesOf, studentCsv, uploadedStudents } from '#server/testing/student-files.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';
import { writingStudents } from './student-commit.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');

it('[MSG-20] [ROLE-11] a row with an unrecognised module is seen by the secretaries of the whole specialization in its year', async () => {
  const place = await aSeries(server, { year: 2 });
  const { collegeId, sectionId, seriesId } = place;
  const [names, others] = [
    await namesOf(server, place),
    await namesOf(server, await aSeries(server, { year: 2 })),
  ];
  const id = await uploadedStudents(
    admin,
    studentCsv(
      aStudentRow(names, 1, { 7: 'Nicio serie' }),
      aStudentRow(names, 2, { 5: 'doi' }),
      aStudentRow(names, 3, { 6: 'Nicio specializare' }),
      aStudentRow(names, 4, { 4: '123' }),
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
  const [noSeries, noYear, own] = [
    [1, 'Nicio serie'],
    [2, names.series],
    [4, names.series],
  ];
  expect(await seenBy({ collegeId, sectionId, year: 2 })).toEqual([noSeries, own]);
  expect(await seenBy({ collegeId, sectionId, year: 0 })).toEqual([noSeries, noYear, own]);
  expect(await seenBy({ collegeId, year: 0 })).toEqual([noSeries, noYear, own]);
  expect(await seenBy({ collegeId, sectionId, seriesIds: [seriesId], year: 2 })).toEqual([own]);
  expect(await seenBy({ collegeId, sectionId, year: 3 })).toEqual([]);
  // A corrected file settles the row.
  const corrected = await uploadedStudents(admin, studentCsv(aStudentRow(names, 1)));
  await admin.post(`imports/${corrected}/commit`);
  await writingStudents.run(server.services, { importId: corrected }, new AbortController().signal);
  expect(await seenBy({ collegeId, sectionId, year: 2 })).toEqual([own]);
  expect((await admin.get(`notImportedStudents?importId=${id}`)).json()).toHaveLength(4);
});
