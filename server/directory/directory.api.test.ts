import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  anAccount,
  anAdministrator,
  aSecretary,
  aStudent,
  aTeacher,
  signedIn,
  testPassword,
} from '#server/testing/accounts.ts';
import { type TestDirectory, testDirectory } from '#server/testing/ldap.ts';
import { type TestServer, testServer, useTestServer } from '#server/testing/server.ts';
import { passwordMatchesDirectory } from './directory.ts';

const directory = await testDirectory();
if (typeof directory === 'string') {
  process.stderr.write(`\nSKIPPED: sign-in through a real directory was not tested: ${directory}.\n\n`);
}

const inDirectory = 'what the directory knows';

describe.skipIf(typeof directory === 'string')('signing in through the directory', () => {
  const slapd = directory as TestDirectory;
  const server = useTestServer({ environment: slapd.environment });
  beforeAll(async () => {
    await slapd.add({ uid: 'teacher', mail: 'teacher@exam.test', password: inDirectory });
    await slapd.add({ uid: 'student', mail: 'student@exam.test', password: inDirectory });
    await slapd.add({ uid: 'stranger', mail: 'stranger@exam.test', password: inDirectory });
    await slapd.add({ uid: 'admin', mail: 'admin@exam.test', password: inDirectory });
    await aTeacher(server, { email: 'teacher@exam.test' });
    await aStudent(server, { email: 'student@exam.test' });
    await anAdministrator(server, { email: 'admin@exam.test' });
  });
  beforeEach(() => server.set({ ldapForTeachers: true, ldapForStudents: true }));
  afterAll(async () => {
    await slapd.stop();
  });

  const login = async (email: string, password: string, at = server) => {
    const response = await at.caller().post('login', { email, password });
    return [response.statusCode, response.json().error];
  };
  const entered = [200, undefined];
  const wrong = [401, 'auth.wrongCredentials'];
  const down = [503, 'auth.directoryDown'];

  it('[AUTH-4] teachers and students sign in with their directory password, and with no other', async () => {
    for (const email of ['teacher@exam.test', 'student@exam.test', 'TEACHER@exam.test']) {
      expect(await login(email, inDirectory)).toEqual(entered);
      expect(await login(email, testPassword)).toEqual(wrong);
    }
  });

  it('[AUTH-4] it is switched on separately for teachers and students', async () => {
    await server.set({ ldapForTeachers: true, ldapForStudents: false });
    expect(await login('teacher@exam.test', inDirectory)).toEqual(entered);
    expect(await login('student@exam.test', inDirectory)).toEqual(wrong);
    expect(await login('student@exam.test', testPassword)).toEqual(entered);
    await server.set({ ldapForTeachers: false, ldapForStudents: true });
    expect(await login('teacher@exam.test', testPassword)).toEqual(entered);
    expect(await login('student@exam.test', inDirectory)).toEqual(entered);
  });

  it('[AUTH-4] [CONF-1] an administrator tests the directory: it says whether it knows their address', async () => {
    const test = async (email: string) => {
      const admin = await signedIn(server, await anAdministrator(server, { email }));
      return (await admin.post('settings/testDirectory')).json();
    };
    await slapd.add({ uid: 'known', mail: 'known@exam.test', password: inDirectory });
    expect(await test('known@exam.test')).toEqual({ address: 'known@exam.test', known: true });
    expect(await test('unknown@exam.test')).toEqual({ address: 'unknown@exam.test', known: false });
  });

  it('[AUTH-4] administrators and secretaries keep their local passwords', async () => {
    const { email } = await aSecretary(server);
    expect(await login('admin@exam.test', testPassword)).toEqual(entered);
    expect(await login('admin@exam.test', inDirectory)).toEqual(wrong);
    expect(await login(email, testPassword)).toEqual(entered);
  });

  it('[AUTH-4] a directory user without an account here is refused', async () => {
    expect(await login('stranger@exam.test', inDirectory)).toEqual(wrong);
  });

  it('[AUTH-4] an empty password is refused, although the directory would accept an anonymous bind', async () => {
    const response = await server.caller().post('login', { email: 'teacher@exam.test', password: '' });
    expect(response.statusCode).toBe(400);
    const accepts = (password: string) =>
      passwordMatchesDirectory(server.services.process, 'teacher@exam.test', password, server.app.log);
    expect([await accepts(inDirectory), await accepts('')]).toEqual([true, false]);
  });

  it.each([
    '*@exam.test',
    'teacher*@exam.test',
    '*)(uid=teacher)(mail=*@exam.test',
    'teacher@exam.test)(objectClass=*',
    '\\74eacher@exam.test',
  ])('[SAFE-10] the address %s is a value, not a filter', async (email) => {
    await aTeacher(server, { email });
    expect(await login(email, inDirectory)).toEqual(wrong);
  });

  it('[AUTH-4] an address shared by two directory entries is refused', async () => {
    await slapd.add({ uid: 'twin1', mail: 'twins@exam.test', password: inDirectory });
    await slapd.add({ uid: 'twin2', mail: 'twins@exam.test', password: 'of the other twin' });
    await aTeacher(server, { email: 'twins@exam.test' });
    expect(await login('twins@exam.test', inDirectory)).toEqual(wrong);
  });

  it('[AUTH-4] an administrator who tests the connection learns whether it knows their address', async () => {
    const tried = async (email: string) => {
      const admin = await signedIn(server, await anAccount(server, { email, isAdmin: true }));
      return (await admin.post('settings/testDirectory')).json();
    };
    await slapd.add({ uid: 'office', mail: 'office@exam.test', password: inDirectory });
    expect(await tried('office@exam.test')).toEqual({ address: 'office@exam.test', known: true });
    expect(await tried('elsewhere@exam.test')).toEqual({ address: 'elsewhere@exam.test', known: false });
  });

  it('[AUTH-7] wrong directory passwords slow the account down as well', async () => {
    const email = 'student@exam.test';
    await server.database.sql`delete from sign_in_failures`;
    server.pauses.length = 0;
    for (let guess = 0; guess < 3; guess += 1) await login(email, `guess number ${guess}`);
    expect(server.pauses).toEqual([500, 1000, 2000]);
  });

  describe('an unreachable directory', () => {
    const cases = [
      ['is down', { LDAP_URL: 'ldap://127.0.0.1:1' }],
      ['does not know our own account', { LDAP_BIND_PASSWORD: 'not the password of the reader' }],
      ['cannot secure the connection as asked', { LDAP_URL: `${slapd.environment?.LDAP_URL}?starttls` }],
      ['was never named', { LDAP_URL: '' }],
    ] as const;

    it.each(cases)(
      '[AUTH-4] that %s gives a clear error, and local administrators sign in',
      async (_, environment) => {
        const at = await testServer({
          database: server,
          environment: { ...slapd.environment, ...environment },
        });
        expect(await login('teacher@exam.test', inDirectory, at)).toEqual(down);
        expect(await login('nobody@exam.test', inDirectory, at)).toEqual(down);
        expect(await login('admin@exam.test', testPassword, at)).toEqual(entered);
        await at.close();
      },
    );

    it('[AUTH-4] that accepts connections and never replies', async () => {
      const mute = createServer(() => {}).listen(0, '127.0.0.1');
      await once(mute, 'listening');
      const { port } = mute.address() as AddressInfo;
      const environment = { ...slapd.environment, LDAP_URL: `ldap://127.0.0.1:${port}` };
      const at = await testServer({ database: server, environment });
      expect(await login('teacher@exam.test', inDirectory, at)).toEqual(down);
      await at.close();
      mute.close();
    });

    it('[AUTH-4] is not counted as a wrong password', async () => {
      const { email } = await anAccount(server, { isTeacher: true });
      const at = await testServer({ database: server, environment: { LDAP_URL: 'ldap://127.0.0.1:1' } });
      await login(email, inDirectory, at);
      await at.close();
      const failures = await server.database.sql`select from sign_in_failures where email = ${email}`;
      expect(failures.count).toBe(0);
    });
  });
});

describe('a slow directory', () => {
  const own = 'a password of the directory';
  let server: TestServer;
  let mute: Server;
  /** Concurrent requests now, and their maximum so far. */
  let asking = 0;
  let peak = 0;
  beforeAll(async () => {
    mute = createServer((socket) => {
      asking += 1;
      peak = Math.max(peak, asking);
      socket.on('error', () => {});
      socket.on('close', () => {
        asking -= 1;
      });
      socket.resume();
    }).listen(0, '127.0.0.1');
    await once(mute, 'listening');
  });
  afterEach(async () => {
    await server.close();
    await expect.poll(() => asking).toBe(0);
    peak = 0;
  });
  afterAll(() => void mute.close());

  async function serving(environment: Record<string, string> = {}): Promise<void> {
    const { port } = mute.address() as AddressInfo;
    server = await testServer({ environment: { LDAP_URL: `ldap://127.0.0.1:${port}`, ...environment } });
    await server.set({ ldapForTeachers: true });
  }

  const login = async (email: string, ticket?: string) => {
    const body = { email, password: own, ...(ticket !== undefined && { ticket }) };
    const response = await server.caller().post('login', body);
    return {
      status: response.statusCode,
      ...response.json<{ error: string; params: { ticket?: string } }>(),
    };
  };
  const queued = { status: 409, error: 'auth.queued', params: { seconds: expect.any(Number) } };
  const down = { status: 503, error: 'auth.directoryDown' };

  it('[SAFE-18] gets eight requests at a time; others get a ticket to retry with', async () => {
    await serving({ SIGN_IN_WAIT_SECONDS: '1' });
    const people = await Promise.all(Array.from({ length: 20 }, () => aTeacher(server)));
    const responses = await Promise.all(people.map(({ email }) => login(email)));
    expect(peak).toBe(8);
    const sentBack = responses.filter(({ status }) => status === 409);
    expect(sentBack).toHaveLength(12);
    for (const response of sentBack) {
      expect(response).toMatchObject(queued);
      expect(response.params.ticket).toEqual(expect.any(String));
    }
    expect(responses.filter(({ status }) => status !== 409)).toMatchObject(Array(8).fill(down));
  });

  it('[AUTH-7] [SAFE-18] one account from one address has one turn and eight places, and does not block others', async () => {
    await serving();
    const [{ email }, other] = [await aTeacher(server), await aTeacher(server)];
    let answered = 0;
    const guesses = Array.from({ length: 30 }, async () => {
      const response = await login(email);
      answered += 1;
      return response;
    });
    // One is checked and eight wait; the rest are refused at once.
    await expect.poll(() => answered).toBeGreaterThanOrEqual(21);
    expect(asking).toBe(1);
    const another = login(other.email);
    await expect.poll(() => asking).toBe(2);
    const responses = await Promise.all(guesses);
    expect(peak).toBe(2);
    expect(responses.filter(({ status }) => status === 409)).toMatchObject(Array(21).fill(queued));
    expect(responses.filter(({ status }) => status !== 409)).toMatchObject(Array(9).fill(down));
    expect(await another).toMatchObject(down);
  });
});
