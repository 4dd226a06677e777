import { expect, it } from 'vitest';
import type { Account } from '#contract/accounts.ts';
import { aStudent, signedInAs, testPassword } from '#server/testing/accounts.ts';
import { useTestServer } from '#server/testing/server.ts';
import { removeOldSignIns } from './clean-up.ts';

const server = useTestServer();
const login = (email: string) => server.caller().post('login', { email, password: testPassword });

it('[AUTH-8] [ADMIN-2] shows the last sign-in of an account also after sign-ins were cleared', async () => {
  const admin = await signedInAs(server, 'admin');
  const student = await aStudent(server);
  const lastSignIn = async () => {
    const [account] = (await admin.get(`users?search=${encodeURIComponent(student.email)}`)).json<
      Account[]
    >();
    return account?.lastSignInAt;
  };
  expect(await lastSignIn()).toBeNull();
  expect((await login(student.email)).statusCode).toBe(200);
  const first = await lastSignIn();
  expect(first).not.toBeNull();
  const { sql } = server.database;
  await sql`update sign_ins set expires_at = now() - interval '3 days' where user_id = ${student.userId}`;
  expect(await removeOldSignIns(server.database, 1)).toBeGreaterThan(0);
  expect(await lastSignIn()).toBe(first);
  // A later one replaces it.
  await sql`update last_sign_ins set at = at - interval '7 days' where user_id = ${student.userId}`;
  const earlier = await lastSignIn();
  expect((await login(student.email)).statusCode).toBe(200);
  expect(Date.parse((await lastSignIn()) ?? '')).toBeGreaterThan(Date.parse(earlier ?? ''));
});
