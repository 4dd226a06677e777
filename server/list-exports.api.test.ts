import { expect, it } from 'vitest';
import {
  aSecretary,
  aStudent,
  aTeacher,
  type SignedInPerson,
  signedIn,
  signedInAs,
} from './testing/accounts.ts';
import { aCustomExam, aSession } from './testing/exams.ts';
import { errorOf } from './testing/refusals.ts';
import { useTestServer } from './testing/server.ts';
import { useTemplates } from './testing/templates.ts';

const server = useTestServer();
const { admin, examInSession, queryOf, generate } = useTemplates(server);

/** The lines of an exported CSV file, each as its cells; no cell here contains a comma. */
async function linesOf(who: SignedInPerson, path: string): Promise<string[][]> {
  const file = await who.get(`${path}${path.includes('?') ? '&' : '?'}format=csv`);
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  return file.body
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
}
const formula = "'=1+1 Chirurgie";

it('[UX-14] exports the custom exams of the list: those in scope, filtered, in order, formulas as text', async () => {
  const own = await aCustomExam(server, { name: '=1+1 Chirurgie', questions: 4 });
  const foreign = await aCustomExam(server, { name: 'Anatomie', questions: 4 });
  const { collegeId, year } = own.studyPlace;
  const secretary = await signedIn(server, await aSecretary(server, { collegeId }));
  const names = async (who: SignedInPerson, query: string) =>
    (await linesOf(who, `getExamCustom/export?columns=id,examName&${query}`)).slice(1);
  const [ownLine, foreignLine] = [
    [String(own.id), formula],
    [String(foreign.id), 'Anatomie'],
  ];
  expect(await names(secretary, '')).toEqual([ownLine]);
  expect(await names(admin, 'sort=id&desc=true')).toEqual([foreignLine, ownLine]);
  expect(await names(admin, 'search=anatomie')).toEqual([foreignLine]);
  expect(await names(admin, `collegeId=${collegeId}`)).toEqual([ownLine]);
  expect(await names(admin, `collegeId=${collegeId}&year=${year === 1 ? 2 : 1}`)).toEqual([]);

  const [headers, line] = await linesOf(secretary, 'getExamCustom/export?lang=fr');
  expect(headers).toEqual(
    'ID,Nom,Faculté,Spécialisation,Séries,Année,Questions,Crédits,Minutes,Rendez-vous'.split(','),
  );
  const [listed] = (await secretary.get('getExamCustom')).json();
  expect(line).toEqual(
    [
      ...[own.id, formula, listed.collegeName, listed.sectionName, listed.seriesNames[0], year],
      ...[4, listed.credits, listed.examDuration, 0],
    ].map(String),
  );
  const excel = await secretary.get('getExamCustom/export?format=xlsx');
  expect([excel.statusCode, excel.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK']);
  expect(errorOf(await admin.get('getExamCustom/export?format=csv&columns=version'))[0]).toBe(400);
});

it('[UX-14] exports the accounts of the list, filtered, in order, formulas as text, to administrators', async () => {
  const teacher = await aTeacher(server, { name: '=1+1 Chirurgie', email: 'zoe@exam.test' });
  const student = await aStudent(server, { name: 'Chirurgie Dezactivată', email: 'ana@exam.test' });
  expect((await admin.post(`users/${student.userId}/disable`, {})).statusCode).toBe(204);
  const find = async (query: string) =>
    (await linesOf(admin, `users/export?search=chirurgie&lang=en&${query}`)).slice(1).map((line) => line[1]);
  expect(await find('sort=email')).toEqual(['ana@exam.test', 'zoe@exam.test']);
  expect(await find('sort=email&desc=true')).toEqual(['zoe@exam.test', 'ana@exam.test']);
  expect(await find('role=teacher')).toEqual(['zoe@exam.test']);
  expect(await find('state=disabled')).toEqual(['ana@exam.test']);
  const [headers, line] = await linesOf(admin, 'users/export?search=chirurgie&role=teacher&lang=en');
  expect(headers).toEqual(['Name', 'E-mail', 'Role', 'Sign-in', 'Last sign-in', 'Created']);
  expect(line?.slice(0, 5)).toEqual([formula, teacher.email, 'teacher', 'own password', '']);
  expect(line?.[5]).toMatch(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/);
  const all = (await admin.get('users?take=500')).json<{ email: string }[]>();
  expect((await linesOf(admin, 'users/export')).slice(1).map((cells) => cells[1])).toEqual(
    all.map(({ email }) => email),
  );
});

it('[UX-14] exports the jobs of the list with their names and states in words, formulas as text', async () => {
  const { userId } = await aStudent(server);
  await server.database.sql`
    insert into appointment_mails (exam_id, user_id, kind, sequence, facts, failed_at, problem, tries)
    values (7, ${userId}, 'reminder', 0, '{"examName":"=1+1 Chirurgie"}', now(), 'EENVELOPE 550', 3)`;
  const [headers, ...lines] = await linesOf(admin, 'administration/jobs/export?state=failed&lang=en');
  expect(headers).toEqual(['Job', 'About', 'State', 'Since', 'Progress', 'Attempts', 'Problem']);
  expect(lines).toEqual([
    ['E-mail: reminder', formula, 'abandoned', expect.stringMatching(/^\d{2}\//), '', '3', 'EENVELOPE 550'],
  ]);
  const [, inRomanian] = await linesOf(admin, 'administration/jobs/export');
  expect(inRomanian?.[0]).toBe('E-mail: memento');
  expect((await linesOf(admin, 'administration/jobs/export?state=running')).slice(1)).toEqual([]);
});

it('[UX-14] exports the list of templates of one exam and session in its order', async () => {
  const at = await examInSession();
  await generate(await examInSession(), 1);
  const { templates } = await generate(at, 3);
  const [headers, ...lines] = await linesOf(
    admin,
    `templateExams/export?${queryOf(at)}&sort=number&desc=true&lang=en`,
  );
  expect(headers).toEqual([
    ...['Template', 'Questions', 'Started', 'Waiting', 'Shares most with'],
    ...['Changed in the bank', 'Order', 'Generated', 'Matches the exam'],
  ]);
  expect(lines.map(([number]) => number)).toEqual(['3', '2', '1']);
  const [first] = templates;
  const other = first?.nearest?.one === 1 ? first.nearest.other : first?.nearest?.one;
  const made = expect.stringMatching(/^\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}$/);
  const same = 'Same order for all';
  expect(lines[2]).toEqual(['1', '4', '0', '0', `0% with template ${other}`, '0', same, made, 'Yes']);
  const absent = `examCustomId=${at.exam.id}&sessionId=999999&format=csv`;
  expect(errorOf(await admin.get(`templateExams/export?${absent}`))).toEqual([404, 'resource.notFound']);
});

it('[UX-14] exports the students without an appointment: those in scope, found, formulas as text', async () => {
  const exam = await aCustomExam(server, { questions: 4 });
  const examSessionId = await aSession(server);
  const { studyPlace } = exam;
  for (const lastName of ['=1+1 Chirurgie', 'Marin']) await aStudent(server, { lastName, studyPlace });
  const secretary = await signedIn(server, await aSecretary(server, { collegeId: studyPlace.collegeId }));
  const path = `appointments/unbooked/export?examCustomId=${exam.id}&examSessionId=${examSessionId}&lang=en`;
  const listed = (
    await secretary.get(`appointments/unbooked?examCustomId=${exam.id}&examSessionId=${examSessionId}`)
  ).json<{ studentName: string }[]>();
  expect(listed).toHaveLength(2);
  const [headers, ...lines] = await linesOf(secretary, path);
  expect(headers).toEqual(['Student', 'Registration number', 'Series', 'Group']);
  expect(lines.map(([name]) => name)).toEqual(
    listed.map(({ studentName }) => (studentName.startsWith('=') ? `'${studentName}` : studentName)),
  );
  expect(lines.filter(([name]) => name?.startsWith("'="))).toHaveLength(1);
  expect((await linesOf(secretary, `${path}&search=marin`)).slice(1)).toHaveLength(1);
  const stranger = await signedInAs(server, 'secretary');
  expect(errorOf(await stranger.get(`${path}&format=csv`))).toEqual([404, 'resource.notFound']);
});

it('[UX-14] who gets no list gets no export of it either', async () => {
  for (const role of ['secretary', 'teacher', 'student', 'dean'] as const) {
    const caller = await signedInAs(server, role);
    for (const path of ['users', 'administration/jobs'])
      expect(errorOf(await caller.get(`${path}/export?format=csv`))).toEqual([403, 'auth.forbidden']);
  }
});
