import { afterEach, beforeAll, expect, it } from 'vitest';
import { maxLanguageChanges } from './accounts/own-language.ts';
import { writingStudents } from './features/imports/students/student-commit.ts';
import { sendInvitations } from './features/sign-in/invitations.ts';
import { aSeries, type StudyPlace, signedInAs } from './testing/accounts.ts';
import { drafts } from './testing/drafts.ts';
import { useTestServer } from './testing/server.ts';
import { mailEnvironment, useTestMailServer } from './testing/smtp.ts';
import { aStudentRow, namesOf, studentCsv, uploadedStudents } from './testing/student-files.ts';
import { useSignedInAs } from './testing/use-signed-in.ts';

const mail = useTestMailServer();
const server = useTestServer(() => ({ environment: mailEnvironment(mail) }));
const admin = useSignedInAs(server, 'admin');
const person = useSignedInAs(server, 'student');
const languages = ['English', 'Romana', 'Maghiara'] as const;
let studyPlaces: readonly StudyPlace[];
beforeAll(async () => {
  studyPlaces = await Promise.all(languages.map((langCode) => aSeries(server, { year: 2, langCode })));
});
afterEach(() => {
  mail.received.length = 0;
});

/** The language of each invitation, by address. */
async function invited() {
  await sendInvitations(server.services);
  const languageOf = (subject: string) => (subject === 'Your account on the exam platform' ? 'en' : 'ro');
  return Object.fromEntries(mail.received.map(({ to, subject }) => [to[0], languageOf(subject)]));
}

it('[UX-17] [APPT-6] a student added to an English series gets mails in English, any other in Romanian', async () => {
  for (const [n, { collegeId, sectionId, seriesId, year }] of studyPlaces.entries()) {
    const draft = await drafts.students?.(server);
    const changed = { email: `added${n}@exam.test`, collegeId, sectionId, seriesId, year };
    const added = await admin.post('students', { ...draft, ...changed });
    expect(added.statusCode, added.body).toBe(201);
  }
  expect(await invited()).toMatchObject({
    'added0@exam.test': 'en',
    'added1@exam.test': 'ro',
    'added2@exam.test': 'ro',
  });
});

it('[UX-17] [APPT-6] an imported student of an English series gets mails in English, any other in Romanian', async () => {
  const rows = await Promise.all(
    studyPlaces.map(async (studyPlace, n) => aStudentRow(await namesOf(server, studyPlace), n)),
  );
  const importId = await uploadedStudents(admin, studentCsv(...rows));
  expect((await admin.post(`imports/${importId}/commit`)).statusCode).toBe(200);
  await writingStudents.run(server.services, { importId }, new AbortController().signal);
  expect(await invited()).toMatchObject({
    'ana.0@exam.test': 'en',
    'ana.1@exam.test': 'ro',
    'ana.2@exam.test': 'ro',
  });
});

/** The language in the person's newest token. */
async function ownLanguage(): Promise<string> {
  const { accessToken } = (await person.post('renewToken', {})).json<{ accessToken: string }>();
  return JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()).Language;
}
const choose = async (body: object) => (await person.put('profile/language', body)).statusCode;

it('[UX-17] a person chooses the language of their mails; until then the one picked on Login applies', async () => {
  expect(await ownLanguage()).toBe('ro');
  expect(await choose({ language: 'en', unlessChosen: true })).toBe(204);
  expect(await ownLanguage()).toBe('en');
  expect(await choose({ language: 'ro', unlessChosen: true })).toBe(204);
  expect(await ownLanguage()).toBe('ro');
  expect(await choose({ language: 'fr' })).toBe(204);
  expect(await ownLanguage()).toBe('fr');
  expect(await choose({ language: 'en', unlessChosen: true })).toBe(204);
  expect(await ownLanguage()).toBe('fr');
  expect(await choose({ language: 'hu' })).toBe(400);
  expect(await ownLanguage()).toBe('fr');
});

it('[SAFE-17] a person changes it a bounded number of times a day, because each change stays in the log', async () => {
  const other = await signedInAs(server, 'student');
  const choose = async (body: object) => (await other.put('profile/language', body)).statusCode;
  // Other changes of their account do not count.
  await server.database.transaction({ actorId: other.userId, requestId: undefined }, async (tx) => {
    await tx`update users set name = name || '!' where id = ${other.userId}`;
  });
  const languages = Array.from({ length: maxLanguageChanges }, (_, n) => (n % 2 === 0 ? 'en' : 'ro'));
  for (const [n, language] of languages.entries()) expect([n, await choose({ language })]).toEqual([n, 204]);
  expect(await choose({ language: 'fr' })).toBe(429);
  // What changes nothing is never refused.
  for (const body of [{ language: 'ro' }, { language: 'en', unlessChosen: true }])
    expect(await choose(body)).toBe(204);
  const [row] = await server.database.sql<{ language: string }[]>`
    select language from users where id = ${other.userId}`;
  expect(row?.language).toBe('ro');
});
