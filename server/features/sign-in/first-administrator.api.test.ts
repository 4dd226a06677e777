import { expect, it } from 'vitest';
import { useTestServer } from '#server/testing/server.ts';
import { ensureAdministrator } from './first-administrator.ts';

const server = useTestServer();

it('[AUTH-9] creates one administrator with a working one-time password on concurrent first starts', async () => {
  const starts = Array.from({ length: 4 }, () => ensureAdministrator(server.database, 'first@exam.test'));
  const [created, ...others] = (await Promise.all(starts)).filter((answer) => answer !== undefined);
  expect(others).toEqual([]);
  expect(created?.email).toBe('first@exam.test');

  const entered = await server.caller().post('login', created);
  expect(entered.statusCode).toBe(200);
  expect(entered.json().setPasswordToken).toEqual(expect.any(String));
  expect((await server.caller(entered.json().accessToken).get('universityYears')).statusCode).toBe(200);
});

it('[AUTH-9] creates no administrator on a later start, even if the first has no password yet', async () => {
  expect(await ensureAdministrator(server.database, 'second@exam.test')).toBeUndefined();
  const accounts = await server.database.sql`select from users`;
  expect(accounts.count).toBe(1);
});
