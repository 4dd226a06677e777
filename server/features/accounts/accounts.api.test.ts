import { beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '#contract/accounts.ts';
import {
  anAdministrator,
  anEnrolment,
  aSecretary,
  aSeries,
  aStudent,
  aTeacher,
  type SignedInPerson,
  type StudyPlace,
  signedIn,
  testPassword,
} from '#server/testing/accounts.ts';
import { aCustomExam } from '#server/testing/exams.ts';
import { errorOf } from '#server/testing/refusals.ts';
import { testServer, useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { mailEnvironment, useTestMailServer } from '#server/testing/smtp.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';

const mail = useTestMailServer();
const server = useTestServer(() => ({ environment: mailEnvironment(mail) }));
const admin = useSignedInAs(server, 'admin');
let mine: StudyPlace;
let secretary: SignedInPerson;
beforeAll(async () => {
  mine = await aSeries(server);
  secretary = await signedIn(server, await aSecretary(server, { collegeId: mine.collegeId }));
});

const disable = (by: SignedInPerson, userId: number, body: object = {}) =>
  by.post(`users/${userId}/disable`, body);
const entriesOf = async (userId: number) =>
  (
    await server.database.sql<{ action: string; actorId: number }[]>`
      select action, actor_id as "actorId" from audit_log where entity = 'users' and entity_id = ${String(userId)} order by id`
  ).map(({ action, actorId }) => [action, actorId]);
const login = (email: string, password = testPassword) => server.caller().post('login', { email, password });

describe('[AUTH-8] several accounts at once', () => {
  it('[AUTH-8] are disabled and enabled; one’s own, one that takes an exam and those out of reach stay, each with the reason', async () => {
    const exam = await aCustomExam(server, { questions: 2 });
    const first = await signedIn(server, await aStudent(server, { studyPlace: mine }));
    const students = [first, await aStudent(server, { studyPlace: mine })];
    const running = await aRunningExam(server, exam);
    const ids = students.map(({ userId }) => userId);
    const disabled = await admin.post('users/disableSelected', {
      ids: [...ids, running.student.userId, admin.userId],
    });
    expect(disabled.json()).toMatchObject({
      changed: 2,
      failed: [
        { id: running.student.userId, error: 'account.sitting' },
        { id: admin.userId, error: 'account.self' },
      ],
    });
    expect(errorOf(await first.get('profile'))).toEqual([401, 'auth.expired']);
    const stranger = await aStudent(server);
    const enabled = await secretary.post('users/enableSelected', { ids: [...ids, stranger.userId] });
    expect(enabled.json()).toEqual({
      changed: 2,
      failed: [{ id: stranger.userId, error: 'resource.notFound', params: {} }],
    });
    for (const { email } of students) expect((await login(email)).statusCode).toBe(200);
    expect(errorOf(await secretary.post('users/disableSelected', { ids: [stranger.userId] }))).toEqual([
      404,
      'resource.notFound',
    ]);
  });
});

describe('[AUTH-8] disabling an account', () => {
  it('[AUTH-8] ends its sign-ins at once on every process, and enabling lets it sign in again', async () => {
    const sibling = await testServer({ database: server });
    const student = await signedIn(server, await aStudent(server, { studyPlace: mine }));
    expect((await student.get('profile')).statusCode).toBe(200);
    expect((await disable(secretary, student.userId)).statusCode).toBe(204);
    for (const { caller } of [server, sibling])
      expect(errorOf(await caller(student.token).get('profile'))).toEqual([401, 'auth.expired']);
    expect(errorOf(await login(student.email))).toEqual([401, 'auth.wrongCredentials']);
    expect((await secretary.post(`users/${student.userId}/enable`)).statusCode).toBe(204);
    expect((await login(student.email)).statusCode).toBe(200);
    expect(errorOf(await student.get('profile'))).toEqual([401, 'auth.expired']);
    const acted = (await entriesOf(student.userId)).filter(([action]) =>
      String(action).startsWith('account'),
    );
    expect(acted).toEqual([
      ['accountDisabled', secretary.userId],
      ['accountEnabled', secretary.userId],
    ]);
    await sibling.close();
  });

  it('[AUTH-8] makes links for choosing a password useless', async () => {
    const student = await aStudent(server, { studyPlace: mine });
    const before = mail.received.length;
    expect((await admin.post(`users/${student.userId}/passwordLink`)).statusCode).toBe(200);
    const [message] = (await mail.arrived(before + 1)).slice(before);
    const token = /setPassword=([\w-]+)/.exec(message?.text ?? '')?.[1];
    expect((await disable(admin, student.userId)).statusCode).toBe(204);
    const set = await server.caller().post('setPassword', { token, password: 'a new long password' });
    expect(errorOf(set)).toEqual([400, 'auth.linkInvalid']);
    expect(errorOf(await admin.post(`users/${student.userId}/passwordLink`))).toEqual([
      409,
      'account.disabled',
    ]);
  });

  it('[AUTH-8] of a person who is taking an exam is refused unless confirmed', async () => {
    const exam = await aRunningExam(server, await aCustomExam(server, { questions: 2 }));
    const { userId } = exam.student;
    expect(errorOf(await disable(admin, userId))).toEqual([409, 'account.sitting']);
    expect((await exam.save(1, [0])).statusCode).toBe(200);
    expect((await disable(admin, userId, { whileSitting: true })).statusCode).toBe(204);
    expect(errorOf(await exam.save(1, [1]))).toEqual([401, 'auth.expired']);
    expect(await exam.storedAt(1)).toMatchObject({ ticks: 1 });
  });

  it('[AUTH-8] is refused for one’s own account', async () => {
    expect(errorOf(await disable(admin, admin.userId))).toEqual([409, 'account.self']);
    expect((await admin.get('profile')).statusCode).toBe(200);
  });
});

describe('[ROLE-12] accounts out of a secretary’s scope', () => {
  const calls = ['disable', 'enable', 'passwordLink'] as const;

  it.each(calls)(
    '[ROLE-12] cannot be touched with %s: others do not exist, staff and shared ones need an administrator',
    async (call) => {
      const path = (userId: number) => `users/${userId}/${call}`;
      const foreign = await aStudent(server);
      const teacher = await aTeacher(server);
      const shared = await aStudent(server, { studyPlace: mine });
      await anEnrolment(server, shared, {});
      const teaching = await anEnrolment(server, await aTeacher(server), { studyPlace: mine });
      const body = call === 'disable' ? {} : undefined;
      for (const { userId } of [foreign, teacher])
        expect(errorOf(await secretary.post(path(userId), body))).toEqual([404, 'resource.notFound']);
      for (const { userId } of [shared, teaching]) {
        expect(errorOf(await secretary.post(path(userId), body))).toEqual([
          409,
          'account.needsAdministrator',
        ]);
        const [last] = (await entriesOf(userId)).slice(-1);
        expect(last).toEqual(['accountChangeRefused', secretary.userId]);
      }
      expect((await admin.post(path(teaching.userId), body)).statusCode).toBeLessThan(300);
    },
  );
});

describe('[ADMIN-1] accounts', () => {
  const find = async (query: string) => (await admin.get(`users?take=100&${query}`)).json<Account[]>();

  it('[ADMIN-1] are added by an administrator, found, and reset', async () => {
    const email = 'noul.profesor@exam.test';
    const draft = { email, name: 'Ștefan Țurcanu', language: 'ro', isTeacher: true, isAdmin: false };
    const added = await admin.post('users', draft);
    expect(added.statusCode).toBe(201);
    const { id } = added.json<{ id: number }>();
    expect(errorOf(await admin.post('users', draft))[0]).toBe(409);
    expect(await find('search=turcanu')).toMatchObject([
      { id, email, roles: ['teacher'], password: 'none', disabledAt: null, isSitting: false },
    ]);
    const before = mail.received.length;
    expect((await admin.post(`users/${id}/passwordLink`)).json()).toEqual({ email });
    expect((await mail.arrived(before + 1)).at(-1)?.to).toEqual([email]);
    expect((await entriesOf(id)).map(([action]) => action)).toEqual(['accountAdded', 'passwordLinkMade']);
  });

  it('[ADMIN-1] are filtered by role and state, and show how they sign in', async () => {
    const disabled = await aStudent(server, { name: 'Anca Dezactivată', studyPlace: mine });
    await disable(admin, disabled.userId);
    const named = (accounts: Account[]) => accounts.map(({ id }) => id);
    expect(named(await find('state=disabled'))).toContain(disabled.userId);
    expect(named(await find('state=active'))).not.toContain(disabled.userId);
    const administrators = await find('role=admin');
    expect(named(administrators)).toContain(admin.userId);
    expect(administrators.every(({ roles }) => roles.includes('admin'))).toBe(true);
    expect(named(await find('role=secretary'))).toEqual([secretary.userId]);
    await server.set({ ldapForStudents: true });
    expect(await find('search=dezactivata')).toMatchObject([{ password: 'directory' }]);
    expect(errorOf(await admin.post(`users/${disabled.userId}/passwordLink`))).toEqual([
      409,
      'auth.notLocal',
    ]);
    await server.set({ ldapForStudents: false });
  });

  it('[ADMIN-1] of administrators can be added by administrators only', async () => {
    const draft = { email: 'x@exam.test', name: 'X', language: 'en', isTeacher: false, isAdmin: true };
    expect(errorOf(await secretary.post('users', draft))).toEqual([403, 'auth.forbidden']);
    const other = await signedIn(server, await anAdministrator(server));
    expect((await other.post('users', draft)).statusCode).toBe(201);
    expect(await find('search=x@exam.test')).toMatchObject([{ roles: ['admin'] }]);
  });
});
