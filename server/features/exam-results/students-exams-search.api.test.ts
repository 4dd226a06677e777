import { beforeAll, expect, it } from 'vitest';
import type { StudentExam } from '#contract/students-exams.ts';
import {
  aDiscipline,
  anAccount,
  aSecretaryOf,
  aSeries,
  aStudent,
  aTeacher,
  type Person,
  type SignedInPerson,
  signedIn,
} from '#server/testing/accounts.ts';
import { aCustomExam, anAppointment, type CustomExam } from '#server/testing/exams.ts';
import { deanEmail, useTestServer } from '#server/testing/server.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');

/** Parts of the address and the external id. */
const hidden = ['fenestru', 'i.f', 'fenestru@exam', 'UNIC-77', 'nic-7'] as const;
/** The name in both orders, the registration number, and the name of the exam. */
const shown = ['ionescu', 'Ștefan Ionescu', 'ionescu stef', 'MAT-2041', 't-20', 'anatomie'] as const;

let exam: CustomExam;
beforeAll(async () => {
  exam = await aCustomExam(server, { name: 'Examen de anatomie' });
  const student = await aStudent(server, {
    studyPlace: exam.studyPlace,
    email: 'i.fenestru@exam.test',
    lastName: 'Ionescu',
    firstName: 'Ștefan',
  });
  await server.database.sql`
    update students set external_id = 'UNIC-77', matricol = 'MAT-2041' where id = ${student.studentId}`;
  await anAppointment(server, { student, customExamId: exam.id, from: -200, to: -10 });
});

/** How many rows a search finds in the list, its total, the totals and the export. */
async function found(who: SignedInPerson, search: string): Promise<readonly number[]> {
  const query = `examCustomId=${exam.id}&search=${encodeURIComponent(search)}`;
  const list = await who.get(`studentsExams?${query}`);
  const totals = (await who.get(`studentsExams/totals?${query}`)).json<{ absent: number }>();
  const file = await who.get(`studentsExams/export?${query}&format=csv&lang=en&columns=lastName`);
  const lines = file.body.trimEnd().split('\r\n').slice(1);
  return [
    list.json<StudentExam[]>().length,
    Number(list.headers['x-total-count']),
    totals.absent,
    lines.length,
  ];
}
const none = [0, 0, 0, 0];
const one = [1, 1, 1, 1];
async function expectFound(who: SignedInPerson, hits: readonly number[]): Promise<void> {
  for (const search of hidden) expect([search, await found(who, search)]).toEqual([search, hits]);
  for (const search of shown) expect([search, await found(who, search)]).toEqual([search, one]);
}
const teaches = ({ email }: Person, disciplineId: number, part: 'holder' | 'collaborator') => server.database
  .sql`
  insert into discipline_teachers (discipline_id, email, part) values (${disciplineId}, ${email}, ${part})`;

it('[RESU-3] [ROLE-10] the dean’s office finds exams by what it sees; by address and external id only of students it teaches', async () => {
  const dean = await anAccount(server, { email: deanEmail });
  await expectFound(await signedIn(server, dean), none);
  // With another role too, the students whom that role does not reach stay as closed.
  await server.database.sql`update users set is_teacher = true where id = ${dean.userId}`;
  const elsewhere = await aDiscipline(server);
  await teaches(dean, elsewhere.id, 'holder');
  await expectFound(await signedIn(server, dean), none);
  await teaches(dean, exam.disciplineIds[0] ?? 0, 'collaborator');
  await expectFound(await signedIn(server, dean), one);
});

it('[RESU-3] administrators and secretaries find exams by address and external id, a holder those of students in their series', async () => {
  await expectFound(admin, one);
  await expectFound(await aSecretaryOf(server, exam.studyPlace), one);
  const holder = await aTeacher(server);
  await teaches(holder, exam.disciplineIds[0] ?? 0, 'holder');
  const caller = await signedIn(server, holder);
  await expectFound(caller, one);
  // The student has moved to a series that the holder does not teach, and can no longer be read in the list of students.
  const { seriesId } = await aSeries(server, exam.studyPlace);
  await server.database
    .sql`update students set series_id = ${seriesId} where series_id = ${exam.studyPlace.seriesId}`;
  expect((await caller.get('students?search=fenestru')).json()).toEqual([]);
  await expectFound(caller, none);
});
