import { randomUUID } from 'node:crypto';
import { base64url, decodeJwt, decodeProtectedHeader, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import {
  aDiscipline,
  anAdministrator,
  anAssignment,
  aSecretary,
  aStudent,
  aTeacher,
  type Person,
  signedIn,
  signedInAs,
} from '#server/testing/accounts.ts';
import { editStudent } from '#server/testing/people-forms.ts';
import { deanEmail, testServer, useTestServer } from '#server/testing/server.ts';
import { authenticate } from './authentication.ts';

const secret = 'a secret of this test, long enough to sign';
const environment = { TOKEN_SECRET: secret };

const server = useTestServer({ environment });
const sibling = useTestServer({ database: server, environment });

const bytes = (text: string) => new TextEncoder().encode(text);
const sign = (claims: object, alg: string, key: string) =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg }).sign(bytes(key));

async function outcome(token: string | undefined, at = server): Promise<[number, string | undefined]> {
  const response = await at.caller(token).get('profile');
  return [response.statusCode, response.json().error];
}
const alive = [200, undefined];
const dead = [401, 'auth.expired'];

describe('token authentication', () => {
  it('[SAFE-11] accepts only tokens signed by this product', async () => {
    const { token } = await signedIn(server, await aTeacher(server));
    expect(await outcome(token)).toEqual(alive);
    expect(await outcome(undefined)).toEqual(dead);
    expect(await outcome('')).toEqual(dead);
    expect(await outcome('not.a.token')).toEqual(dead);
    expect(decodeProtectedHeader(token).alg).toBe('HS256');
  });

  it.each([
    [
      'signed with another key',
      (claims: object) => sign(claims, 'HS256', 'another secret, just as long as ours is'),
    ],
    ['signed with another algorithm', (claims: object) => sign(claims, 'HS512', secret)],
    ['not signed at all', async (claims: object) => new UnsecuredJWT({ ...claims }).encode()],
  ])('[SAFE-11] rejects a token %s', async (_, forge) => {
    const { token } = await signedIn(server, await anAdministrator(server));
    expect(await outcome(await forge(decodeJwt(token)))).toEqual(dead);
  });

  it('[SAFE-11] rejects a token with the algorithm "none" and a kept signature', async () => {
    const { token } = await signedIn(server, await anAdministrator(server));
    const [, payload, signature] = token.split('.');
    const header = base64url.encode(JSON.stringify({ alg: 'none' }));
    expect(await outcome([header, payload, signature].join('.'))).toEqual(dead);
    expect(await outcome([header, payload, ''].join('.'))).toEqual(dead);
  });

  it('[SAFE-11] rejects a token with changed claims', async () => {
    const { token } = await signedIn(server, await aStudent(server));
    const [header, payload = '', signature] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const swapped = base64url.encode(JSON.stringify({ ...claims, role: 'Admin' }));
    expect(await outcome([header, swapped, signature].join('.'))).toEqual(dead);
  });

  it('[SAFE-11] rejects an expired token whose sign-in is still active', async () => {
    const person = await aTeacher(server);
    const { token } = await signedIn(server, person, { minutes: 0 });
    expect(await outcome(token)).toEqual(dead);
    const { jti } = decodeJwt(token);
    await server.database
      .sql`update sign_ins set expires_at = now() + interval '1 hour' where id = ${jti ?? ''}`;
    expect(await outcome(token)).toEqual(dead);
  });

  it('[SAFE-11] rejects a token of a sign-in that does not exist', async () => {
    const { token } = await signedIn(server, await aTeacher(server));
    expect(await outcome(await sign({ ...decodeJwt(token), jti: randomUUID() }, 'HS256', secret))).toEqual(
      dead,
    );
    expect(await outcome(await sign({ ...decodeJwt(token), jti: 'no uuid' }, 'HS256', secret))).toEqual(dead);
  });

  it('[SAFE-11] accepts the token only as a bearer token', async () => {
    const { token } = await signedIn(server, await aTeacher(server));
    for (const authorization of [token, `Basic ${token}`, `Bearer ${token} ${token}`]) {
      expect((await server.caller().get('profile', { authorization })).statusCode).toBe(401);
    }
    expect((await server.caller().get('profile', { authorization: `bearer ${token}` })).statusCode).toBe(200);
  });
});

describe('the key that signs tokens', () => {
  it('[AUTH-8] is created once and shared by all processes without a configured key', async () => {
    const first = await testServer();
    const [second, third] = await Promise.all([
      testServer({ database: first }),
      testServer({ database: first }),
    ]);
    const { token } = await signedIn(second, await aTeacher(first));
    for (const one of [first, second, third]) expect(await outcome(token, one)).toEqual(alive);
    const entries = await first.database
      .sql`select from audit_log where entity = 'secrets' and after ? 'value'`;
    expect(entries.count).toBe(0);
    await Promise.all([second.close(), third.close()]);
    await first.close();
  });
});

describe('token revocation on all processes', () => {
  const everywhere = async (token: string) => [await outcome(token), await outcome(token, sibling)];
  const sql = () => server.database.sql;

  it('[AUTH-8] revokes the token on sign-out', async () => {
    const somebody = await signedIn(server, await aTeacher(server));
    expect(await everywhere(somebody.token)).toEqual([alive, alive]);
    expect((await sibling.caller(somebody.token).post('logout')).statusCode).toBe(204);
    expect(await everywhere(somebody.token)).toEqual([dead, dead]);
  });

  type Change = [what: string, who: () => Promise<Person>, change: (person: Person) => Promise<unknown>];
  const changes: Change[] = [
    [
      'a disabled account',
      () => aTeacher(server),
      ({ userId }) => sql()`update users set disabled_at = now() where id = ${userId}`,
    ],
    [
      'a new administrator',
      () => aTeacher(server),
      ({ userId }) => sql()`update users set is_admin = true where id = ${userId}`,
    ],
    [
      'an administrator no more',
      () => anAdministrator(server),
      ({ userId }) => sql()`update users set is_admin = false where id = ${userId}`,
    ],
    [
      'a first discipline',
      () => aStudent(server),
      (person) => aDiscipline(server, { collaborators: [person] }),
    ],
    [
      'a secretary no more',
      () => aSecretary(server),
      async ({ email }) => {
        const admin = await signedInAs(server, 'admin');
        const listed = (await admin.get('secretars?take=500')).json<{ id: number; email: string }[]>();
        const own = listed.find((one) => one.email === email);
        expect((await admin.delete(`secretars/${own?.id}`)).statusCode).toBe(204);
      },
    ],
    [
      'a secretary of one year made general',
      () => aSecretary(server, { year: 3 }),
      async (person) => anAssignment(server, person, { collegeId: (await aSecretary(server)).collegeId }),
    ],
  ];

  it.each(changes)('[AUTH-8] revokes the token: %s', async (_, who, change) => {
    const person = await who();
    const { token } = await signedIn(server, person);
    expect(await everywhere(token)).toEqual([alive, alive]);
    await change(person);
    expect(await everywhere(token)).toEqual([dead, dead]);
  });

  it('[AUTH-8] keeps the token when an enrolment is edited or removed', async () => {
    const student = await aStudent(server);
    const { token } = await signedIn(server, student);
    const admin = await signedInAs(server, 'admin');
    const edited = await editStudent(admin, student.studentId, { firstName: 'Ana', lastName: 'Popa' });
    expect(edited.statusCode).toBe(200);
    expect(await everywhere(token)).toEqual([alive, alive]);
    expect((await admin.delete(`students/${student.studentId}`)).statusCode).toBe(204);
    expect(await everywhere(token)).toEqual([alive, alive]);
  });

  it('[ROLE-2] revokes a dean’s office token when its owner leaves the list', async () => {
    const { token } = await signedIn(server, await aTeacher(server, { email: deanEmail }));
    const changed = await testServer({ database: server, environment: { ...environment, DEAN_EMAILS: '' } });
    expect([await outcome(token), await outcome(token, changed)]).toEqual([alive, dead]);
    await changed.close();
  });
});

describe('an enrolment', () => {
  it('[ROLE-7] no longer belongs to the student once it has another address', async () => {
    const [student, other] = [await aStudent(server), await aStudent(server)];
    const { token } = await signedIn(server, student);
    await server.database.sql`update students set email = ${other.email} where id = ${student.studentId}`;
    const { actor } = await authenticate(server.services, { headers: { authorization: `Bearer ${token}` } });
    expect(actor.studentId).toBeUndefined();
    const profile = (await server.caller(token).get('profile')).json();
    expect(profile).toMatchObject({ pkStudent: null, userStudentLoginInfos: [], collegeDictionary: {} });
  });
});
