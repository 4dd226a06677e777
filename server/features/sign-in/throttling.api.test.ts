import { beforeEach, describe, expect, it } from 'vitest';
import { anAccount, aStudent, testPassword } from '#server/testing/accounts.ts';
import { aCustomExam } from '#server/testing/exams.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { removeExpired } from './clean-up.ts';

const server = useTestServer({ environment: { TRUSTED_PROXIES: '1' } });
const sibling = useTestServer({ database: server, environment: { TRUSTED_PROXIES: '1' } });
beforeEach(async () => {
  server.pauses.length = 0;
  sibling.pauses.length = 0;
  await server.database.sql`delete from sign_in_failures`;
});

const attempt = (email: string, password: string, address = '10.0.0.1', at = server) =>
  at.caller().post('login', { email, password }, { 'x-forwarded-for': address });

describe('guessing passwords', () => {
  it('[AUTH-7] slows down more with every failure', async () => {
    const { email } = await anAccount(server);
    for (let guess = 0; guess < 5; guess += 1) await attempt(email, `guess number ${guess}`);
    expect(server.pauses).toEqual([500, 1000, 2000, 4000, 8000]);
  });

  it('[AUTH-7] is equally slow on an unknown address', async () => {
    for (let guess = 0; guess < 3; guess += 1) await attempt('nobody@exam.test', `guess number ${guess}`);
    expect(server.pauses).toEqual([500, 1000, 2000]);
  });

  it('[AUTH-7] is counted over all processes and networks', async () => {
    const { email } = await anAccount(server);
    await attempt(email, 'a guess', '10.0.0.1');
    await attempt(email, 'another guess', '10.0.0.2', sibling);
    await attempt(email, 'one more guess', '10.0.0.3');
    expect([...server.pauses, ...sibling.pauses]).toEqual([500, 2000, 1000]);
  });

  it('[AUTH-7] never delays or refuses the right password', async () => {
    const { email } = await anAccount(server);
    for (let guess = 0; guess < 8; guess += 1) await attempt(email, `guess number ${guess}`, '10.9.9.9');
    server.pauses.length = 0;
    const response = await attempt(email, testPassword);
    expect(response.statusCode).toBe(200);
    expect(server.pauses).toEqual([]);
  });

  it('[AUTH-7] never slows down a student in a running exam at their computer, only guesses from elsewhere', async () => {
    const { student } = await aRunningExam(server, await aCustomExam(server, { questions: 2 }));
    const [{ email } = { email: '' }] = await server.database.sql<{ email: string }[]>`
      select email from users where id = ${student.userId}`;
    expect((await attempt(email, testPassword, '10.7.0.1')).statusCode).toBe(200);
    for (let guess = 0; guess < 4; guess += 1) await attempt(email, `guess ${guess}`, '10.6.6.6');
    server.pauses.length = 0;
    for (let typo = 0; typo < 3; typo += 1) await attempt(email, `typo ${typo}`, '10.7.0.1');
    expect(server.pauses).toEqual([500, 500, 500]);
    await attempt(email, 'one more guess', '10.6.6.6');
    expect(server.pauses.at(-1)).toBeGreaterThan(500);
  });

  it('[AUTH-7] clears the owner’s typos, not failures from other networks', async () => {
    const { email } = await anAccount(server);
    await attempt(email, 'a guess', '10.6.6.6');
    await attempt(email, 'a typo', '10.0.0.1');
    await attempt(email, testPassword, '10.0.0.1');
    const left = await server.database.sql<
      { address: string }[]
    >`select host(address) as address from sign_in_failures`;
    expect(left.map(({ address }) => address)).toEqual(['10.6.6.6']);
  });

  it('[AUTH-7] counts only recent failures; older ones are deleted', async () => {
    const { email } = await anAccount(server);
    await server.database.sql`insert into sign_in_failures (email, address, failures, at) values
      (${email}, '10.0.0.1', 9, now() - interval '16 minutes'),
      (${email}, '10.0.0.2', 9, now() - interval '16 minutes')`;
    await attempt(email, 'a guess');
    expect(server.pauses).toEqual([500]);
    await removeExpired(server.database);
    const left = await server.database.sql`select from sign_in_failures`;
    expect(left.count).toBe(1);
  });
});

describe('a network', () => {
  it.each(['nonsense', 'fe80::1%eth0', '::ffff:10.0.0.7'])(
    '[SAFE-10] named %s by a proxy does not fail the server',
    async (address) => {
      expect((await attempt('nobody@exam.test', 'a guess', address)).statusCode).toBe(401);
    },
  );

  const failuresOf = (address: string, accounts: number) => server.database.sql`
    insert into sign_in_failures (email, address, failures)
    select 'student' || n || '@exam.test', ${address}, 1 from generate_series(1, ${accounts}::integer) n`;

  it('[AUTH-7] shared by a room is not slowed down by typos', async () => {
    await failuresOf('10.1.1.1', 29);
    const { email } = await aStudent(server);
    await attempt(email, 'a typo', '10.1.1.1');
    expect(server.pauses).toEqual([500]);
  });

  it('[AUTH-7] that fails on many accounts is slowed down on each; other networks are not', async () => {
    await failuresOf('10.1.1.1', 60);
    const { email } = await aStudent(server);
    await attempt(email, 'a guess', '10.1.1.1');
    expect(server.pauses).toEqual([10_000]);
    await attempt('another@exam.test', 'a typo', '10.2.2.2');
    expect(server.pauses.slice(1)).toEqual([500]);
  });

  it('[AUTH-7] under suspicion still accepts the right password without delay', async () => {
    await failuresOf('10.1.1.1', 200);
    const { email } = await aStudent(server);
    expect((await attempt(email, testPassword, '10.1.1.1')).statusCode).toBe(200);
    expect(server.pauses).toEqual([]);
  });
});
