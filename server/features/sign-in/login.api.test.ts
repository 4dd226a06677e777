import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LoginData } from '#contract/auth.ts';
import {
  anAccount,
  anAdministrator,
  anEnrolment,
  aSecretary,
  aSeries,
  aStudent,
  aTeacher,
  type Person,
  testPassword,
} from '#server/testing/accounts.ts';
import { deanEmail, useTestServer } from '#server/testing/server.ts';

const server = useTestServer();
beforeEach(() => {
  server.pauses.length = 0;
});

const login = (body: Record<string, unknown>) => server.caller().post('login', body);
const enter = (person: Person, more: Record<string, unknown> = {}) =>
  login({ email: person.email, password: testPassword, ...more });

const actionsOf = async (entityId: string) =>
  (
    await server.database.sql<{ action: string; actor_id: number | null }[]>`
      select action, actor_id from audit_log where entity_id = ${entityId} and entity in ('users', 'sign_ins')
        and action not in ('insert', 'update') order by id`
  ).map(({ action, actor_id }) => [action, actor_id]);

describe('signing in', () => {
  it('[AUTH-2] returns the login data of a student’s enrolment', async () => {
    const studyPlace = await aSeries(server, { year: 3, name: 'Seria A', langCode: 'English' });
    const student = await aStudent(server, { name: 'Ioana Țurcanu', studyPlace, groupNumber: '7' });
    const response = await enter(student);
    expect(response.statusCode).toBe(200);
    const { accessToken, ...data } = response.json();
    expect(accessToken).toEqual(expect.any(String));
    expect(data).toEqual({
      name: 'Ioana Țurcanu',
      collegeName: expect.stringMatching(/^Facultatea/),
      sectionName: expect.stringMatching(/^Specializarea/),
      seriesName: 'Seria A',
      groupeNumber: '7',
      year: 3,
      language: 'English',
      collegeDictionary: { [studyPlace.collegeId]: data.collegeName },
      pkStudent: student.studentId,
      userStudentLoginInfos: [
        {
          pkStudent: student.studentId,
          collegeName: data.collegeName,
          sectionName: data.sectionName,
          seriesName: 'Seria A',
          year: 3,
        },
      ],
      storageOwner: expect.stringMatching(/^[0-9a-f-]{36}$/),
      storageKey: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
      setPasswordToken: null,
    });
  });

  it('[SAFE-19] gives every account its own storage key, the same at every sign-in, and never logs it', async () => {
    const [student, other] = [await aStudent(server), await aStudent(server)];
    const first = (await enter(student)).json();
    const again = (await enter(student)).json();
    const neighbour = (await enter(other)).json();
    const keyOf = ({ storageOwner, storageKey }: LoginData) => ({ storageOwner, storageKey });
    expect(keyOf(again)).toEqual(keyOf(first));
    expect(neighbour.storageKey).not.toBe(first.storageKey);
    expect(neighbour.storageOwner).not.toBe(first.storageOwner);
    expect((await server.caller(first.accessToken).get('profile')).json()).toMatchObject(keyOf(first));
    const logged = await server.database.sql<{ text: string }[]>`
      select concat(before, after) as text from audit_log where entity = 'users'`;
    expect(logged.length).toBeGreaterThan(0);
    for (const { text } of logged) expect(text).not.toContain('storage_');
  });

  it('[AUTH-3] issues a token with Language, Email, Year and role, and the configured lifetime', async () => {
    await server.set({ tokenExpirationMinutes: 17 });
    const studyPlace = await aSeries(server, { year: 4 });
    const student = await aStudent(server, { studyPlace, language: 'fr' });
    const claims = decodeJwt(await enter(student).then((response) => response.json().accessToken));
    expect(claims).toMatchObject({
      Language: 'fr',
      Email: student.email,
      Year: 4,
      role: 'Studenti',
      dean: false,
      pkStudent: student.studentId,
    });
    const [row] = await server.database.sql<{ minutes: number }[]>`
      select extract(epoch from expires_at - created_at)::integer / 60 as minutes from sign_ins where id = ${claims.jti ?? ''}`;
    expect(row?.minutes).toBe(17);
    await server.set({ tokenExpirationMinutes: 60 });
  });

  it('[ROLE-1] lists several roles, [ROLE-2] compares the dean’s list case-insensitively', async () => {
    const person = await anAdministrator(server, { isTeacher: true });
    await anEnrolment(server, person);
    const claims = decodeJwt(await enter(person).then((response) => response.json().accessToken));
    expect(claims.role).toEqual(['Admin', 'Profesori', 'Studenti']);

    const dean = await aTeacher(server, { email: deanEmail.toUpperCase() });
    const deanClaims = decodeJwt(await enter(dean).then((response) => response.json().accessToken));
    expect(deanClaims).toMatchObject({ role: 'Profesori', dean: true });
  });

  it('[ROLE-3] [ROLE-6] sets the year of a secretary in the token, and 0 for a general secretary', async () => {
    const [ofYear, general] = [await aSecretary(server, { year: 2 }), await aSecretary(server)];
    const yearOf = async (person: Person) =>
      decodeJwt(await enter(person).then((response) => response.json().accessToken)).Year;
    expect([await yearOf(ofYear), await yearOf(general)]).toEqual([2, 0]);
  });

  it('[AUTH-2] picks the first of several enrolments, or the requested one', async () => {
    const first = await aStudent(server);
    const second = await anEnrolment(server, first);
    const plain = (await enter(first)).json();
    expect(plain.pkStudent).toBe(first.studentId);
    expect(plain.userStudentLoginInfos).toHaveLength(2);
    expect(Object.keys(plain.collegeDictionary)).toHaveLength(2);
    expect((await enter(first, { pkStudent: second.studentId })).json().pkStudent).toBe(second.studentId);
  });

  it('[ROLE-7] rejects another person’s enrolment', async () => {
    const [student, other] = [await aStudent(server), await aStudent(server)];
    const response = await enter(student, { pkStudent: other.studentId });
    expect([response.statusCode, response.json().error]).toEqual([404, 'auth.enrolmentUnknown']);
  });

  it('[AUTH-1] ignores the case of an address', async () => {
    const person = await anAccount(server);
    expect(
      (await login({ email: ` ${person.email.toUpperCase()} `, password: testPassword })).statusCode,
    ).toBe(200);
  });
});

describe('a wrong password', () => {
  it('[AUTH-1] [AUTH-11] gets the same response as an unknown address', async () => {
    const person = await anAccount(server);
    const wrong = await login({ email: person.email, password: 'not the password' });
    const unknown = await login({ email: 'nobody@exam.test', password: testPassword });
    expect(wrong.statusCode).toBe(401);
    expect(wrong.json()).toEqual({ error: 'auth.wrongCredentials', params: {} });
    expect([unknown.statusCode, unknown.body]).toEqual([wrong.statusCode, wrong.body]);
    expect(Object.keys(unknown.headers).sort()).toEqual(Object.keys(wrong.headers).sort());
  });

  it('[SAFE-11] is answered after the same delay for known and unknown addresses', async () => {
    const person = await anAccount(server);
    await login({ email: person.email, password: 'not the password' });
    await login({ email: 'stranger@exam.test', password: 'not the password' });
    expect(server.pauses).toEqual([500, 500]);
  });

  it('[AUTH-8] is answered for a disabled account as for an unknown one', async () => {
    const person = await anAccount(server);
    await server.database.sql`update users set disabled_at = now() where id = ${person.userId}`;
    const response = await enter(person);
    expect([response.statusCode, response.json().error]).toEqual([401, 'auth.wrongCredentials']);
  });

  it('[AUTH-1] is every password for an account without one', async () => {
    const person = await anAccount(server);
    await server.database.sql`update users set password_hash = null where id = ${person.userId}`;
    expect((await enter(person)).statusCode).toBe(401);
  });

  it('[SAFE-11] is compared with an argon2id hash', async () => {
    const person = await anAccount(server);
    const [row] = await server.database.sql<{ password_hash: string }[]>`
      select password_hash from users where id = ${person.userId}`;
    expect(row?.password_hash).toMatch(/^\$argon2id\$/);
  });
});

describe('a malformed sign-in', () => {
  it.each([
    ['no address', { password: 'x' }, 'email', 'validation.required'],
    ['not an address', { email: 'somebody', password: 'x' }, 'email', 'validation.email'],
    ['a NUL in the address', { email: 'a\u0000b@exam.test', password: 'x' }, 'email', 'validation.text'],
    ['no password', { email: 'a@exam.test', password: '' }, 'password', 'validation.required'],
    [
      'a huge password',
      { email: 'a@exam.test', password: 'x'.repeat(201) },
      'password',
      'validation.tooLong',
    ],
    [
      'an unknown field',
      { email: 'a@exam.test', password: 'x', admin: true },
      'admin',
      'validation.unknownField',
    ],
    [
      'an enrolment that is no number',
      { email: 'a@exam.test', password: 'x', pkStudent: 'x' },
      'pkStudent',
      'validation.number',
    ],
    [
      'an enrolment beyond all numbers',
      { email: 'a@exam.test', password: 'x', pkStudent: 99999999999 },
      'pkStudent',
      'validation.max',
    ],
  ])('[AUTH-1] is refused at its field: %s', async (_, body, path, error) => {
    const response = await login(body);
    expect(response.statusCode).toBe(400);
    const [problem] = response.json().errors;
    expect(problem.path).toBe(path);
    expect(problem.error).toBe(error);
  });
});

describe('the audit log', () => {
  it('[AUTH-7] records the sign-in, the failure and the logout, and no password', async () => {
    const person = await anAccount(server);
    await login({ email: person.email, password: 'my secret typo' });
    const { accessToken } = (await enter(person)).json();
    const signInId = decodeJwt(accessToken).jti ?? '';
    await server.caller(accessToken).post('logout');
    expect(await actionsOf(String(person.userId))).toEqual([['signInFailed', null]]);
    expect(await actionsOf(signInId)).toEqual([
      ['signIn', person.userId],
      ['signOut', person.userId],
    ]);
    const leaks = await server.database.sql`
      select from audit_log a where a::text like '%my secret typo%' or a::text like '%$argon2%'`;
    expect(leaks.count).toBe(0);
  });
});
