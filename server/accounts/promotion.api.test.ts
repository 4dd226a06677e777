import { decodeJwt } from 'jose';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { DaySheet } from '#contract/day-passwords.ts';
import type { Item } from '#contract/item.ts';
import { sendInvitations } from '#server/features/sign-in/invitations.ts';
import {
  anAccount,
  anEnrolment,
  aSecretary,
  aSecretaryOf,
  aSeries,
  aStudent,
  aTeacher,
  type Person,
  type StudyPlace,
  signedIn,
  testPassword,
} from '#server/testing/accounts.ts';
import { drafts } from '#server/testing/drafts.ts';
import { aCandidate, aCustomExam } from '#server/testing/exams.ts';
import { editStudent } from '#server/testing/people-forms.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { testServer, useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { mailEnvironment, useTestMailServer } from '#server/testing/smtp.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';
import { promoteEnvironmentDeans, resettingDeans } from './new-deans.ts';

const mail = useTestMailServer();
// Nothing listens at the address of the directory.
const server = useTestServer(() => ({
  environment: {
    ...mailEnvironment(mail),
    LDAP_URL: 'ldap://127.0.0.1:1',
    LDAP_BASE: 'dc=exam,dc=test',
  },
}));
const admin = useSignedInAs(server, 'admin');
let studyPlace: StudyPlace;
beforeAll(async () => {
  studyPlace = await aSeries(server);
});
afterEach(async () => {
  await server.database.sql`update users set invited_at = now() where invited_at is null`;
  mail.received.length = 0;
});

const login = (email: string, password = testPassword) => server.caller().post('login', { email, password });
const choose = async (token: string | undefined, password: string) =>
  (await server.caller().post('setPassword', { token, password })).statusCode;
const resets = async () =>
  server.database.sql<{ actor: number | null; account: string }[]>`
    select actor_id as actor, entity_id as account from audit_log where action = 'accessReset' order by id`;

const start = (...addresses: string[]) =>
  promoteEnvironmentDeans({
    ...server.services,
    process: { ...server.services.process, DEAN_EMAILS: addresses },
  });

const addTeacher = ({ email }: Person) => admin.post('teachers', { name: 'Ana Pop', email });
const teaches = async (person: Person) => expect((await addTeacher(person)).statusCode).toBe(201);
const assignment = ({ email }: Person) => ({
  email: email.toUpperCase(),
  college: studyPlace.collegeId,
  section: studyPlace.sectionId,
  series: [studyPlace.seriesId],
  year: studyPlace.year,
});
const addSecretary = (person: Person) => admin.post('secretars', assignment(person));
const becomesSecretary = async (person: Person) => expect((await addSecretary(person)).statusCode).toBe(201);
const listDean = ({ email }: Person) => admin.put('settings', { deanEmails: email.toUpperCase() });
const becomesDean = async (person: Person) => expect((await listDean(person)).statusCode).toBe(200);

describe('[ROLE-12] an account prepared by a secretary', () => {
  it('[ROLE-12] is not theirs when its owner becomes a teacher: the owner is invited and chooses the password', async () => {
    const secretary = await aSecretaryOf(server, studyPlace);
    const email = 'viitor.profesor@exam.test';
    const draft = { ...(await drafts.students?.(server)), ...studyPlace, email };
    const { id, userId } = (await secretary.post('students', draft)).json<Item>();
    const once = (await secretary.post(`users/${userId}/oneTimePassword`)).json<{ password: string }>();
    const first = (await login(email, once.password)).json();
    expect(await choose(first.setPasswordToken, 'known to the secretary')).toBe(204);
    const second = (await secretary.post(`users/${userId}/oneTimePassword`)).json<{ password: string }>();
    const again = (await login(email, second.password)).json();
    expect((await secretary.delete(`students/${id}`)).statusCode).toBe(204);
    const link = await signedIn(server, { userId: Number(userId), email });
    // The account is older than any invitation.
    await server.database
      .sql`update users set created_at = now() - interval '1 year' where id = ${Number(userId)}`;

    const before = (await resets()).length;
    await teaches({ userId: Number(userId), email });
    expect(errorOf(await login(email, 'known to the secretary'))).toEqual([401, 'auth.wrongCredentials']);
    expect(await choose(again.setPasswordToken, 'chosen by the secretary')).toBe(400);
    expect((await link.get('profile')).statusCode).toBe(401);
    expect((await resets()).slice(before)).toEqual([{ actor: admin.userId, account: String(userId) }]);

    expect(await sendInvitations(server.services)).toBe(1);
    expect(mail.received.map(({ to }) => to)).toEqual([[email]]);
    const invited = /setPassword=([\w-]+)/.exec(mail.received[0]?.text ?? '')?.[1];
    expect(await choose(invited, 'a password of my own')).toBe(204);
    const { accessToken } = (await login(email, 'a password of my own')).json();
    expect(decodeJwt(accessToken).role).toBe('Profesori');
  });

  it.each([
    ['a teacher', () => aStudent(server), teaches],
    ['a secretary', () => aStudent(server), becomesSecretary],
    ['a member of the dean’s office', () => aStudent(server), becomesDean],
    ['a teacher after being a secretary', () => aSecretary(server), teaches],
    [
      'a secretary in place of another',
      () => aStudent(server),
      async (person: Person) => {
        const other = { userId: 0, email: `inlocuit${person.userId}@exam.test` };
        const made = (await admin.post('secretars', assignment(other))).json<Item>();
        expect((await admin.put(`secretars/${made.id}`, assignment(person))).statusCode).toBe(200);
      },
    ],
  ])('[ROLE-12] loses its password and sign-ins when it becomes that of %s', async (_, who, becomes) => {
    const person = await who();
    expect((await login(person.email)).statusCode).toBe(200);
    const owner = await signedIn(server, person);
    await becomes(person);
    expect(errorOf(await login(person.email))).toEqual([401, 'auth.wrongCredentials']);
    expect((await owner.get('profile')).statusCode).toBe(401);
    expect((await resets()).at(-1)).toEqual({ actor: admin.userId, account: String(person.userId) });
    expect(await sendInvitations(server.services)).toBeGreaterThan(0);
    expect(mail.received.flatMap(({ to }) => to)).toContain(person.email);
  });

  it('[ROLE-12] loses its password and sign-ins at the start that finds its address added to DEAN_EMAILS', async () => {
    const [known, added, onScreen] = [await aStudent(server), await aStudent(server), await aStudent(server)];
    const opens = async ({ email }: Person) => (await login(email)).statusCode;
    // The list of an older version was in use before.
    await start(known.email);
    expect(await opens(known)).toBe(200);
    const owner = await signedIn(server, added);
    await server.set({ deanEmails: onScreen.email });
    const before = (await resets()).length;

    await Promise.all([1, 2].map(() => start(known.email, added.email.toUpperCase(), onScreen.email)));
    expect(await Promise.all([known, added, onScreen].map(opens))).toEqual([200, 401, 200]);
    expect((await owner.get('profile')).statusCode).toBe(401);
    expect((await resets()).slice(before)).toEqual([{ actor: null, account: String(added.userId) }]);
    expect(await sendInvitations(server.services)).toBeGreaterThan(0);
    expect(mail.received.flatMap(({ to }) => to)).toContain(added.email);

    // Two machines with different lists start again and again.
    await start(added.email);
    await start(known.email, added.email);
    await start(known.email);
    expect(await opens(known)).toBe(200);
    expect((await resets()).slice(before)).toHaveLength(1);
    await server.set({ deanEmails: '' });
  });

  it('[ROLE-12] loses its password when its address is corrected to one of the dean’s list', async () => {
    const [student, other] = [await aStudent(server), await aStudent(server)];
    await becomesDean({ userId: 0, email: 'decan.nou@exam.test' });
    await editStudent(admin, student.studentId, { email: 'decan.nou@exam.test' });
    await editStudent(admin, other.studentId, { email: 'student.nou@exam.test' });
    expect((await login('decan.nou@exam.test')).statusCode).toBe(401);
    expect((await login('student.nou@exam.test')).statusCode).toBe(200);
  });

  it('[ROLE-12] [AUTH-4] does not open with a printed password of the day once its owner teaches', async () => {
    const [person, other] = [await aStudent(server, { studyPlace }), await aStudent(server, { studyPlace })];
    await server.set({ ldapForStudents: true, ldapForTeachers: true });
    const [day] = await server.database.sql<{ today: string }[]>`select current_date::text as today`;
    const printed = await admin.post('dayPasswords', { examDate: day?.today, seriesId: studyPlace.seriesId });
    const { slips } = printed.json<DaySheet>();
    const passwordOf = ({ email }: Person) => slips.find((slip) => slip.email === email)?.password ?? '';
    await teaches(person);
    expect(errorOf(await login(person.email, passwordOf(person)))).toEqual([503, 'auth.directoryDown']);
    expect((await login(other.email, passwordOf(other))).statusCode).toBe(200);
    await server.set({ ldapForStudents: false, ldapForTeachers: false });
  });
});

describe('[AUTH-8] a student who takes an exam', () => {
  it.each([
    ['a teacher', addTeacher, 201],
    ['a secretary', addSecretary, 201],
    ['a member of the dean’s office', listDean, 200],
    [
      'a member of the dean’s office by a corrected address',
      async ({ userId }: Person) => {
        const email = 'decan.corectat@exam.test';
        await becomesDean({ userId: 0, email });
        const [row] = await server.database.sql<{ id: number }[]>`
          select id from students where user_id = ${userId}`;
        return editStudent(admin, row?.id ?? 0, { email });
      },
      200,
    ],
  ])(
    '[AUTH-8] [ROLE-12] does not become %s before it has ended, and goes on saving',
    async (_, become, done) => {
      const exam = await aRunningExam(server, await aCustomExam(server, { questions: 2 }));
      const before = (await resets()).length;
      const refused = await become(exam.student);
      expect(errorOf(refused)).toEqual([409, 'account.sitting']);
      expect(refused.json().params).toEqual({ name: expect.any(String) });
      expect((await exam.save(1, [0])).statusCode).toBe(200);
      expect(await resets()).toHaveLength(before);
      expect((await exam.finish()).statusCode).toBe(200);
      expect((await become(exam.student)).statusCode).toBe(done);
      expect((await exam.student.get('profile')).statusCode).toBe(401);
      expect((await resets()).at(-1)).toEqual({ actor: admin.userId, account: String(exam.student.userId) });
      await server.set({ deanEmails: '' });
    },
  );

  it('[AUTH-8] [ROLE-12] gets no other role before it has ended, even if they are staff already', async () => {
    const candidate = await aCandidate(server, await aCustomExam(server, { questions: 2 }));
    await teaches(candidate);
    const person = await signedIn(server, candidate);
    expect((await person.post(`prepareExam/?examId=${candidate.appointment.examId}`)).statusCode).toBe(200);
    for (const become of [addSecretary, listDean])
      expect(errorOf(await become(person))).toEqual([409, 'account.sitting']);
    expect((await person.get('checkExam/')).statusCode).toBe(200);
    expect((await person.put(`examFinish/?examId=${candidate.appointment.examId}`)).statusCode).toBe(200);
    await becomesSecretary(person);
  });

  it('[AUTH-8] [ROLE-12] joins the dean’s office after it, when DEAN_EMAILS names them before', async () => {
    const exam = await aRunningExam(server, await aCustomExam(server, { questions: 2 }));
    const other = await aStudent(server);
    await start();
    const before = (await resets()).length;
    const resetNow = async () => (await resets()).slice(before).map(({ account }) => Number(account));
    const listing = await testServer({
      database: server,
      environment: { DEAN_EMAILS: [exam.student.email.toUpperCase(), other.email].join(',') },
    });
    const student = listing.caller(exam.student.token);
    await promoteEnvironmentDeans(listing.services);
    expect(await resetNow()).toEqual([other.userId]);
    const again = await listing.caller().post('login', { email: exam.student.email, password: testPassword });
    expect(decodeJwt(again.json().accessToken)).toMatchObject({ role: 'Studenti', dean: false });
    expect((await student.get(`getExamById/?groupId=${exam.exam.groupId}`)).statusCode).toBe(200);
    const { writer } = (await student.get(`getExamById/?groupId=${exam.exam.groupId}`)).json();
    expect((await student.put('examSave/', exam.body(1, [0], { writer }))).statusCode).toBe(200);
    // An administrator cannot list the address on the screen instead.
    expect(
      errorOf(await listing.caller(admin.token).put('settings', { deanEmails: exam.student.email })),
    ).toEqual([409, 'account.sitting']);
    expect((await student.put(`examFinish/?examId=${exam.exam.id}`, { writer })).statusCode).toBe(200);

    const job = resettingDeans.start(listing.services, listing.app.log);
    await expect.poll(resetNow).toEqual([other.userId, exam.student.userId]);
    await job.stop();
    await promoteEnvironmentDeans(listing.services);
    expect(await resetNow()).toHaveLength(2);
    expect((await student.get('profile')).statusCode).toBe(401);
    const dean = await signedIn(listing, exam.student);
    expect(decodeJwt(dean.token).dean).toBe(true);
    expect((await dean.get('profile')).statusCode).toBe(200);
    await listing.close();
  });
});

describe('an account of staff', () => {
  it.each([
    ['a teacher becomes a secretary', () => aTeacher(server), becomesSecretary],
    ['a teacher joins the dean’s office', () => aTeacher(server), becomesDean],
    ['an administrator teaches', () => anAccount(server, { isAdmin: true }), teaches],
    ['a secretary gets another assignment', () => aSecretary(server), becomesSecretary],
    [
      'a teacher is enrolled',
      async () => aTeacher(server),
      async (person: Person) => void (await anEnrolment(server, person)),
    ],
  ])('[ROLE-12] keeps its password when %s', async (_, who, becomes) => {
    const person = await who();
    await becomes(person);
    expect((await login(person.email)).statusCode).toBe(200);
  });
});
