import { describe, expect, it } from 'vitest';
import {
  anAccount,
  anAdministrator,
  anEnrolment,
  aSecretary,
  aSeries,
  aStudent,
  aTeacher,
  type Person,
  signedIn,
  signedInAs,
  testPassword,
} from '#server/testing/accounts.ts';
import { untilWaiting } from '#server/testing/locks.ts';
import { editStudent } from '#server/testing/people-forms.ts';
import { testServer, useTestServer } from '#server/testing/server.ts';
import { mailEnvironment, useTestMailServer } from '#server/testing/smtp.ts';

const mail = useTestMailServer();
const server = useTestServer(() => ({ environment: mailEnvironment(mail) }));

const chosen = 'a password of my own';
const login = (email: string, password: string) => server.caller().post('login', { email, password });
const setPassword = (token: string, password = chosen) =>
  server.caller().post('setPassword', { token, password });
const tokenIn = (text: string) => /setPassword=([\w-]+)/.exec(text)?.[1] ?? '';

async function linkFor(person: Person): Promise<string> {
  const before = mail.received.length;
  expect((await server.caller().post('forgotPassword', { email: person.email })).statusCode).toBe(204);
  const messages = await mail.arrived(before + 1);
  return tokenIn(messages[before]?.text ?? '');
}

describe('a forgotten password', () => {
  it.each([
    ['ro', 'Alegerea unei parole', 'Bună ziua'],
    ['en', 'Choosing a password', 'Hello'],
    ['fr', 'Choix d’un mot de passe', 'Bonjour'],
  ] as const)('[AUTH-10] sends a link by e-mail, in %s', async (language, subject, greeting) => {
    const person = await anAccount(server, { language, name: 'Ștefan Țîru' });
    const before = mail.received.length;
    await server.caller().post('forgotPassword', { email: person.email });
    const message = (await mail.arrived(before + 1))[before];
    expect(message?.to).toEqual([person.email]);
    expect(message?.subject).toBe(subject);
    expect(message?.text).toContain(greeting);
    expect(message?.text).toContain('Ștefan Țîru');
    expect(message?.text).toMatch(/https:\/\/exams\.university\.test\/login\?setPassword=[\w-]{43}/);
  });

  it('[AUTH-10] gets the same response for an unknown address, and sends nothing', async () => {
    const known = await anAccount(server);
    const before = mail.received.length;
    const unknown = await server.caller().post('forgotPassword', { email: 'nobody@exam.test' });
    const right = await server.caller().post('forgotPassword', { email: known.email });
    expect([unknown.statusCode, unknown.body]).toEqual([right.statusCode, right.body]);
    const messages = await mail.arrived(before + 1);
    expect(messages.slice(before).map(({ to }) => to)).toEqual([[known.email]]);
  });

  it('[AUTH-10] [SAFE-11] sets the password once through the link and ends every sign-in', async () => {
    const person = await anAccount(server);
    const thief = await signedIn(server, person);
    const token = await linkFor(person);
    expect((await setPassword(token)).statusCode).toBe(204);
    expect((await thief.get('profile')).statusCode).toBe(401);
    expect((await login(person.email, testPassword)).statusCode).toBe(401);
    expect((await login(person.email, chosen)).statusCode).toBe(200);
    const again = await setPassword(token, 'yet another password');
    expect([again.statusCode, again.json().error]).toEqual([400, 'auth.linkInvalid']);
    const [row] = await server.database.sql<{ password_hash: string }[]>`
      select password_hash from users where id = ${person.userId}`;
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$/);
  });

  it('[AUTH-10] lets one of two concurrent uses of a link succeed', async () => {
    const token = await linkFor(await anAccount(server));
    const outcomes = await Promise.all([setPassword(token), setPassword(token, 'a password of another')]);
    expect(outcomes.map(({ statusCode }) => statusCode).sort()).toEqual([204, 400]);
  });

  it('[AUTH-10] invalidates the other links of the account once one is used', async () => {
    const person = await anAccount(server);
    const [first, second] = [await linkFor(person), await linkFor(person)];
    expect((await setPassword(second)).statusCode).toBe(204);
    expect((await setPassword(first)).statusCode).toBe(400);
  });

  it('[AUTH-10] expires the link and stores only its hash', async () => {
    const person = await anAccount(server);
    const token = await linkFor(person);
    const stored = await server.database.sql`select from password_links l where l::text like ${`%${token}%`}`;
    expect(stored.count).toBe(0);
    await server.database.sql`update password_links set expires_at = now() where user_id = ${person.userId}`;
    expect((await setPassword(token)).json().error).toBe('auth.linkInvalid');
    expect((await login(person.email, testPassword)).statusCode).toBe(200);
  });

  it('[SAFE-22] invalidates a mailed link once the address is corrected; the password stays', async () => {
    const admin = await signedInAs(server, 'admin');
    const correctors = {
      student: async (email: string) => {
        const student = await aStudent(server);
        return { person: student, correct: () => editStudent(admin, student.studentId, { email }) };
      },
      teacher: async (email: string) => {
        const teacher = await aTeacher(server);
        return {
          person: teacher,
          correct: () => admin.put(`teachers/${teacher.userId}`, { name: 'Ana Pop', email }),
        };
      },
    };
    for (const [kind, made] of Object.entries(correctors)) {
      const email = `${kind}.corectat@exam.test`;
      const { person, correct } = await made(email);
      const token = await linkFor(person);
      expect((await correct()).statusCode).toBe(200);
      expect((await setPassword(token)).json().error).toBe('auth.linkInvalid');
      expect((await login(email, testPassword)).statusCode).toBe(200);
      expect((await setPassword(await linkFor({ ...person, email }))).statusCode).toBe(204);
    }
  });

  it('[SAFE-22] sends no link to an address that is corrected at the same time', async () => {
    const admin = await signedInAs(server, 'admin');
    const student = await aStudent(server);
    const before = mail.received.length;
    const { sql } = server.database;
    let corrected: ReturnType<typeof editStudent> | undefined;
    await sql.begin(async (tx) => {
      await tx`select from users where id = ${student.userId} for update`;
      corrected = editStudent(admin, student.studentId, { email: 'tocmai.corectat@exam.test' });
      await untilWaiting(sql, 1);
      await server.caller().post('forgotPassword', { email: student.email });
      await untilWaiting(sql, 2);
    });
    expect((await corrected)?.statusCode).toBe(200);
    // Requests are handled one at a time.
    await linkFor(await anAccount(server));
    expect(mail.received.slice(before).flatMap(({ to }) => to)).not.toContain(student.email);
  });

  it('[AUTH-10] sends at most three unused links', async () => {
    const person = await anAccount(server);
    for (let n = 0; n < 3; n += 1) await linkFor(person);
    const before = mail.received.length;
    await server.caller().post('forgotPassword', { email: person.email });
    await linkFor(await anAccount(server));
    expect(mail.received.slice(before).flatMap(({ to }) => to)).not.toContain(person.email);
  });

  it('[AUTH-10] sends no link to a directory account or a disabled one', async () => {
    const [teacher, gone] = [await aTeacher(server), await anAccount(server)];
    await server.set({ ldapForTeachers: true });
    await server.database.sql`update users set disabled_at = now() where id = ${gone.userId}`;
    const before = mail.received.length;
    for (const { email } of [teacher, gone]) await server.caller().post('forgotPassword', { email });
    await linkFor(await anAccount(server));
    expect(mail.received.length - before).toBe(1);
    await server.set({ ldapForTeachers: false });
  });

  it('[AUTH-10] is answered even if the mail server is unreachable', async () => {
    const person = await anAccount(server);
    const mute = await testServer({ database: server, environment: { SMTP_URL: 'smtp://127.0.0.1:1' } });
    expect((await mute.caller().post('forgotPassword', { email: person.email })).statusCode).toBe(204);
    await mute.close();
  });
});

describe('choosing a password', () => {
  it.each([
    ['too short', { token: 'x', password: 'nine char' }, 'password', 'validation.tooShort'],
    ['missing', { token: 'x' }, 'password', 'validation.required'],
    ['without a token', { token: '', password: chosen }, 'token', 'validation.required'],
  ])('[AUTH-10] refuses one that is %s and keeps the link valid', async (_, body, path, error) => {
    const token = await linkFor(await anAccount(server));
    const response = await server
      .caller()
      .post('setPassword', body.token === 'x' ? { ...body, token } : body);
    expect(response.statusCode).toBe(400);
    expect(response.json().errors[0]).toMatchObject({ path, error });
    expect((await setPassword(token)).statusCode).toBe(204);
  });

  it('[AUTH-7] is audited under its own action, by its owner, without the hash', async () => {
    const person = await anAccount(server);
    await setPassword(await linkFor(person));
    const entries = await server.database.sql<{ actor_id: number; after: Record<string, unknown> }[]>`
      select actor_id, after from audit_log where action = 'passwordSet' and entity_id = ${String(person.userId)}`;
    expect(entries.map(({ actor_id }) => actor_id)).toEqual([person.userId]);
    expect(Object.keys(entries[0]?.after ?? {})).not.toContain('password_hash');
  });
});

describe('a one-time password', () => {
  const printFor = async (person: Person) => {
    const admin = await signedInAs(server, 'admin');
    return (await admin.post(`users/${person.userId}/oneTimePassword`)).json() as {
      email: string;
      password: string;
    };
  };

  it('[AUTH-10] signs in once and lets its owner choose a password', async () => {
    const person = await aStudent(server);
    const printed = await printFor(person);
    expect(printed).toEqual({
      email: person.email,
      password: expect.stringMatching(/^[a-z2-9]{4}(-[a-z2-9]{4}){2}$/),
    });
    expect((await login(person.email, testPassword)).statusCode).toBe(401);

    const entered = await login(person.email, printed.password);
    expect(entered.statusCode).toBe(200);
    expect((await login(person.email, printed.password)).statusCode).toBe(401);

    const { accessToken, setPasswordToken } = entered.json();
    expect((await setPassword(setPasswordToken)).statusCode).toBe(204);
    expect((await server.caller(accessToken).get('profile')).statusCode).toBe(200);
    expect((await login(person.email, chosen)).json().setPasswordToken).toBeNull();
  });

  it('[AUTH-10] signs in once when used twice concurrently', async () => {
    const person = await aStudent(server);
    const { password } = await printFor(person);
    const outcomes = await Promise.all([login(person.email, password), login(person.email, password)]);
    expect(outcomes.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
  });

  it('[AUTH-10] ends the other sign-ins when the password is chosen', async () => {
    const person = await aStudent(server);
    const elsewhere = await signedIn(server, person);
    const entered = (await login(person.email, (await printFor(person)).password)).json();
    expect((await elsewhere.get('profile')).statusCode).toBe(200);
    await setPassword(entered.setPasswordToken);
    expect((await elsewhere.get('profile')).statusCode).toBe(401);
  });

  it('[AUTH-10] a new one stops a sign-in with an earlier one from choosing the password; mailed links still work', async () => {
    const person = await aStudent(server);
    const thief = (await login(person.email, (await printFor(person)).password)).json();
    const mailed = await linkFor(person);
    await printFor(person);
    expect((await setPassword(thief.setPasswordToken)).json().error).toBe('auth.linkInvalid');
    expect((await setPassword(mailed)).statusCode).toBe(204);
    expect((await server.caller(thief.accessToken).get('profile')).statusCode).toBe(401);
  });

  it('[AUTH-10] audits who created it and who used it', async () => {
    const person = await aStudent(server);
    const admin = await signedInAs(server, 'admin');
    const printed = (await admin.post(`users/${person.userId}/oneTimePassword`)).json();
    await login(person.email, printed.password);
    const entries = await server.database.sql<{ action: string; actor_id: number }[]>`
      select action, actor_id from audit_log where entity = 'users' and entity_id = ${String(person.userId)}
        and action <> 'insert' order by id`;
    expect(entries.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['oneTimePasswordMade', admin.userId],
      ['oneTimePasswordUsed', person.userId],
    ]);
  });

  it('[AUTH-10] is refused for a directory account', async () => {
    const [admin, teacher] = [await signedInAs(server, 'admin'), await aTeacher(server)];
    await server.set({ ldapForTeachers: true });
    const response = await admin.post(`users/${teacher.userId}/oneTimePassword`);
    expect([response.statusCode, response.json().error]).toEqual([409, 'auth.notLocal']);
    await server.set({ ldapForTeachers: false });
  });
});

describe('permission to hand out one-time passwords', () => {
  const ask = async (as: { post: (path: string) => Promise<{ statusCode: number }> }, id: number) =>
    (await as.post(`users/${id}/oneTimePassword`)).statusCode;

  it('[ROLE-6] covers a secretary’s students within the assignment', async () => {
    const [own, foreign] = [await aSeries(server, { year: 2 }), await aSeries(server, { year: 2 })];
    const secretary = await signedIn(
      server,
      await aSecretary(server, { collegeId: own.collegeId, sectionId: own.sectionId, year: 2 }),
    );
    const otherYear = await aSeries(server, { collegeId: own.collegeId, sectionId: own.sectionId, year: 3 });
    expect(await ask(secretary, (await aStudent(server, { studyPlace: own })).userId)).toBe(200);
    expect(await ask(secretary, (await aStudent(server, { studyPlace: foreign })).userId)).toBe(404);
    expect(await ask(secretary, (await aStudent(server, { studyPlace: otherYear })).userId)).toBe(404);
    expect(await ask(secretary, 2_000_000_000)).toBe(404);
  });

  it('[ROLE-6] never covers staff, even staff who study within the assignment', async () => {
    const studyPlace = await aSeries(server);
    const secretary = await signedIn(server, await aSecretary(server, { collegeId: studyPlace.collegeId }));
    for (const person of [await anAdministrator(server), await aTeacher(server), await aSecretary(server)]) {
      await anEnrolment(server, person, { studyPlace });
      expect(await ask(secretary, person.userId)).toBe(409);
    }
  });

  it('[ROLE-4] covers everyone for an administrator, and no one for other roles', async () => {
    const { userId } = await aTeacher(server);
    expect(await ask(await signedInAs(server, 'admin'), userId)).toBe(200);
    expect(await ask(await signedInAs(server, 'teacher'), userId)).toBe(403);
    expect(await ask(await signedInAs(server, 'student'), userId)).toBe(403);
    expect(await ask(server.caller(), userId)).toBe(401);
    expect(await ask(await signedInAs(server, 'admin'), 99_999_999_999)).toBe(400);
  });
});
