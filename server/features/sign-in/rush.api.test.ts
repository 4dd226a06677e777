import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { hash } from '@node-rs/argon2';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anAccount, type Person, testPassword } from '#server/testing/accounts.ts';
import { aCustomExam } from '#server/testing/exams.ts';
import { untilWaiting } from '#server/testing/locks.ts';
import { type TestServer, testServer, useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';

const environment = { TRUSTED_PROXIES: '1', HASHING_THREADS: '1' };
const server = useTestServer({ environment });
/** Another process on the same database. */
const sibling = useTestServer({ database: server, environment });
/** A process with a short wait limit. */
const hasty = useTestServer({
  database: server,
  environment: { ...environment, SIGN_IN_WAIT_SECONDS: '0.2' },
});
beforeEach(() => server.database.sql`delete from sign_in_failures`);

type Try = { email: string; password?: string; from?: string; ticket?: string; at?: TestServer };
const login = ({ email, password = testPassword, from = '10.0.0.1', ticket, at = server }: Try) =>
  at.caller().post('login', { email, password, ...(ticket && { ticket }) }, { 'x-forwarded-for': from });
const people = (count: number): Promise<Person[]> =>
  Promise.all(Array.from({ length: count }, () => anAccount(server)));

/** Signs in like the page: retries with the ticket when asked to. */
async function enter(one: Try): Promise<number> {
  const response = await login(one);
  if (response.statusCode !== 409) return response.statusCode;
  const { seconds, ticket } = response.json().params;
  await pause(seconds * 1000);
  return enter({ ...one, ticket });
}

/** Sends all requests concurrently; returns the names in the order of their responses, with their statuses. */
async function inOrder(tries: readonly (Try & { name: string })[]) {
  const order: { name: string; status: number }[] = [];
  await Promise.all(
    tries.map(async ({ name, ...one }) => {
      order.push({ name, status: name === 'guess' ? (await login(one)).statusCode : await enter(one) });
    }),
  );
  return order;
}

describe('concurrent sign-ins', () => {
  it('[SAFE-18] look up one account at a time, so right passwords get through', async () => {
    const { sql } = server.database;
    const students = await people(4);
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const holding = sql.begin(async (tx) => {
      await tx`lock table users in access exclusive mode`;
      await held;
    });
    const logins = students.map(({ email }) => login({ email }));
    await untilWaiting(sql, 1, 'exam-platform-signIn');
    // Once other requests are answered, all of these have arrived.
    for (let n = 0; n < 5; n += 1) await server.app.inject('/health');
    await untilWaiting(sql, 1, 'exam-platform-signIn');
    letGo();
    await holding;
    expect((await Promise.all(logins)).map(({ statusCode }) => statusCode)).toEqual(Array(4).fill(200));
  });

  it('[SAFE-18] accept twenty right passwords and refuse none', async () => {
    const students = await people(20);
    const order = await inOrder(
      students.map(({ email }, n) => ({
        name: email,
        email,
        from: `10.1.0.${n % 3}`,
        at: n % 2 ? server : sibling,
      })),
    );
    expect(order.map(({ status }) => status)).toEqual(Array(20).fill(200));
  });

  it('[SAFE-18] do not queue behind wrong passwords of twenty networks', async () => {
    const students = await people(10);
    const guesses = Array.from({ length: 60 }, (_, n) => ({
      name: 'guess',
      email: `nobody${n}@exam.test`,
      password: 'a guess',
      from: `172.16.0.${n % 20}`,
    }));
    // Each network has failed on some accounts before.
    await server.database.sql`insert into sign_in_failures (email, address, failures)
      select 'earlier' || n || '@exam.test', ('172.16.0.' || n % 20)::inet, 1 from generate_series(0, 199) n`;
    const order = await inOrder([
      ...guesses,
      ...students.map(({ email }) => ({ name: 'student', email, from: '10.1.0.1' })),
    ]);
    expect(order.filter(({ name }) => name === 'student').map(({ status }) => status)).toEqual(
      Array(10).fill(200),
    );
    const before = order.slice(
      0,
      order.findLastIndex(({ name }) => name === 'student'),
    );
    expect(before.filter(({ status }) => status === 401 || status === 429).length).toBeLessThan(20);
    expect(order.every(({ status }) => status !== 503)).toBe(true);
  });

  it('[AUTH-7] let the owner of an attacked account sign in among the first, from another network', async () => {
    const [owner] = await people(1);
    const email = owner?.email ?? '';
    const guesses = Array.from({ length: 20 }, (_, n) => ({
      name: 'guess',
      email,
      password: `guess number ${n}`,
      from: '172.16.0.1',
    }));
    const order = await inOrder([...guesses, { name: 'owner', email, from: '10.1.0.1' }]);
    const index = order.findIndex(({ name }) => name === 'owner');
    const answered = order.slice(0, index).filter(({ status }) => status === 401 || status === 429);
    expect(order[index]?.status).toBe(200);
    expect(answered.length).toBeLessThan(5);
  });

  it('[AUTH-7] wait equally long for known and unknown addresses', async () => {
    const students = await people(6);
    const order = await inOrder(
      students.flatMap(({ email }, n) => [
        { name: 'known', email, password: 'a guess', from: `10.2.0.${n}` },
        { name: 'unknown', email: `stranger${n}@exam.test`, password: 'a guess', from: `10.3.0.${n}` },
      ]),
    );
    const places = (wanted: string) => order.flatMap(({ name }, index) => (name === wanted ? [index] : []));
    const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
    expect(Math.abs(sum(places('known')) - sum(places('unknown')))).toBeLessThan(18);
  });
});

describe('requests for password links', () => {
  const forgot = (email: string, from: string) =>
    server.caller().post('forgotPassword', { email }, { 'x-forwarded-for': from });
  const linksOf = async ({ userId }: Person) =>
    (await server.database.sql`select from password_links where user_id = ${userId}`).count;

  it('[SAFE-17] [SAFE-18] are handled one at a time during sign-ins, networks in turn, and dropped beyond a limit', async () => {
    const { sql } = server.database;
    const [first, second, late, other, last, student] = (await people(6)) as [
      Person,
      Person,
      Person,
      Person,
      Person,
      Person,
    ];
    const [flooding, elsewhere] = ['172.17.0.1', '10.9.0.1'];
    await sql.begin(async (tx) => {
      await tx`lock table password_links in access exclusive mode`;
      for (const { email } of [first, second]) await forgot(email, flooding);
      for (let n = 0; n < 199; n += 1) await forgot(`nobody${n}@exam.test`, flooding);
      expect((await forgot(late.email, flooding)).statusCode).toBe(204);
      await forgot(other.email, elsewhere);
      await untilWaiting(sql, 1);
      expect((await login({ email: student.email })).statusCode).toBe(200);
    });
    await expect.poll(() => linksOf(other)).toBe(1);
    await expect
      .poll(async () => {
        await forgot(last.email, flooding);
        return linksOf(last);
      })
      .toBeGreaterThan(0);
    expect([await linksOf(first), await linksOf(second), await linksOf(late)]).toEqual([1, 1, 0]);
  });
});

describe('a sign-in beyond the wait limit', () => {
  type Sent = {
    readonly email: string;
    readonly from: string;
    readonly response: Awaited<ReturnType<typeof login>>;
  };
  let sent: Sent[];
  /** The refused sign-ins; each test takes its own. */
  let queued: Sent[];
  beforeAll(async () => {
    const students = await people(40);
    sent = await Promise.all(
      students.map(async ({ email }, n) => ({
        email,
        from: `10.4.${n}.1`,
        response: await login({ email, from: `10.4.${n}.1`, at: hasty }),
      })),
    );
    queued = sent.filter(({ response }) => response.statusCode === 409);
  });
  const someQueued = (count: number): Sent[] => {
    const taken = queued.splice(0, count);
    expect(taken).toHaveLength(count);
    return taken;
  };

  it('[SAFE-18] gets a retry time and succeeds with the ticket on any process', async () => {
    expect(sent.every(({ response }) => [200, 409].includes(response.statusCode))).toBe(true);
    for (const { response } of queued) {
      expect(response.json()).toEqual({
        error: 'auth.queued',
        params: { seconds: expect.any(Number), ticket: expect.any(String) },
      });
      expect(response.json().params.seconds).toBeGreaterThanOrEqual(1);
    }
    for (const { email, from, response } of someQueued(3)) {
      const { ticket } = response.json().params;
      expect((await login({ email, from, ticket, at: sibling })).statusCode).toBe(200);
    }
  });

  it('[SAFE-18] is not refused for a forged or foreign ticket', async () => {
    const [first, second] = someQueued(2);
    const ticket = first?.response.json().params.ticket;
    expect((await login({ email: second?.email ?? '', ticket })).statusCode).toBe(200);
    expect((await login({ email: second?.email ?? '', ticket: 'no ticket' })).statusCode).toBe(200);
  });

  it('[SAFE-18] keeps its queue position with the ticket, before later arrivals', async () => {
    const early = someQueued(4);
    const later = await people(14);
    const order = await inOrder([
      ...later.map(({ email }, n) => ({ name: 'later', email, from: `10.5.${n}.1`, at: sibling })),
      ...early.map(({ email, from, response }) => ({
        name: 'early',
        email,
        from,
        ticket: response.json().params.ticket,
        at: sibling,
      })),
    ]);
    expect(order.map(({ status }) => status)).toEqual(Array(18).fill(200));
    expect(order.findLastIndex(({ name }) => name === 'early')).toBeLessThan(12);
  });

  it('[AUTH-7] is refused for a wrong password, with or without a ticket', async () => {
    const [one] = someQueued(1);
    const { ticket } = one?.response.json().params ?? {};
    const response = await login({
      email: one?.email ?? '',
      password: 'a guess',
      from: one?.from ?? '',
      ticket,
    });
    expect([response.statusCode, response.json().error]).toEqual([401, 'auth.wrongCredentials']);
  });
});

describe('a student in an exam', () => {
  it('[AUTH-7] is not queued behind others for their own mistakes', async () => {
    const { student } = await aRunningExam(server, await aCustomExam(server, { questions: 2 }));
    const [{ email } = { email: '' }] = await server.database.sql<{ email: string }[]>`
      select email from users where id = ${student.userId}`;
    await login({ email, from: '10.7.0.1', password: 'a typo' });
    const others = await people(12);
    await server.database.sql`insert into sign_in_failures (email, address, failures)
      select email, ('10.8.0.' || n)::inet, 1
        from unnest(${others.map((other) => other.email)}::text[]) with ordinality as t (email, n)`;
    const order = await inOrder([
      ...others.map((other, n) => ({ name: 'mistaken', email: other.email, from: `10.8.0.${n + 1}` })),
      { name: 'sitting', email, from: '10.7.0.1' },
    ]);
    expect(order.every(({ status }) => status === 200)).toBe(true);
    // Some others are served before the request arrives; behind all of them it would be the thirteenth.
    expect(order.findIndex(({ name }) => name === 'sitting')).toBeLessThan(10);
  });
});

describe('a client that disconnects', () => {
  it('[SAFE-18] leaves the queue without a password check', async () => {
    const alone = await testServer({ database: server, environment });
    await alone.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = alone.app.server.address() as AddressInfo;
    const students = await people(30);
    const calls = students.map(({ email }, n) => {
      const body = JSON.stringify({ email, password: testPassword });
      const call = httpRequest({
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/api/umfst/login',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.6.0.${n}` },
      });
      call.on('error', () => {});
      const answered = new Promise<boolean>((resolve) => {
        call.on('response', (response) => resolve(response.resume().statusCode === 200));
        call.on('close', () => resolve(false));
      });
      call.end(body);
      return { call, answered };
    });
    const firstIn = Promise.race(calls.map(({ answered }) => answered));
    await firstIn;
    for (const { call } of calls) call.destroy();
    await Promise.all(calls.map(({ answered }) => answered));
    const [last] = await people(1);
    expect((await login({ email: last?.email ?? '', at: alone })).statusCode).toBe(200);
    const ids = students.map(({ userId }) => userId);
    const opened = await server.database.sql`select from sign_ins where user_id = any(${ids})`;
    expect(opened.count).toBeLessThan(15);
    await alone.close();
  });
});

describe('a hash below the minimum', () => {
  it('[SAFE-11] is replaced at the next right password, which works before and after', async () => {
    const person = await anAccount(server);
    const weak = await hash(testPassword, { memoryCost: 8, timeCost: 1 });
    await server.database.sql`update users set password_hash = ${weak} where id = ${person.userId}`;
    const storedHash = async () =>
      (
        await server.database.sql<{ password_hash: string }[]>`
        select password_hash from users where id = ${person.userId}`
      )[0]?.password_hash;
    expect((await login({ email: person.email, password: 'a guess' })).statusCode).toBe(401);
    expect(await storedHash()).toBe(weak);
    const both = await Promise.all([login(person), login({ ...person, at: sibling })]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    await expect.poll(storedHash).toMatch(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$/);
    expect((await login(person)).statusCode).toBe(200);
  });
});
