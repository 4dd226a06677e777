import { decodeJwt } from 'jose';
import { expect, it } from 'vitest';
import type { LogEntry } from '#contract/administration.ts';
import { entriesOfDay } from '#domain/sign-in/sign-in-days.ts';
import { anAccount, signedInAs, testPassword } from '#server/testing/accounts.ts';
import { useTestServer } from '#server/testing/server.ts';
import { noteFinishedDays } from './sign-in-days.ts';

const server = useTestServer();
const sibling = useTestServer({ database: server });

type Entry = { readonly action: string; readonly after: unknown };

it('[AUTH-7] logs the first sign-ins of a day with their logouts, and the others as one count with the last of them', async () => {
  const { sql } = server.database;
  const { email, userId } = await anAccount(server);
  const signIn = async () => {
    const response = await server.caller().post('login', { email, password: testPassword });
    expect(response.statusCode).toBe(200);
    const { accessToken } = response.json<{ accessToken: string }>();
    return { id: decodeJwt(accessToken).jti, leave: () => server.caller(accessToken).post('logout') };
  };
  const entries = async () => [
    ...(await sql<Entry[]>`
      select action, after from audit_log where actor_id = ${userId} or entity = 'users' and entity_id = ${String(userId)}
         and action = 'signIns' order by id`),
  ];
  const actions = async () => (await entries()).map(({ action }) => action);
  const first = await signIn();
  expect(await actions()).toEqual(['signIn']);
  await sql`update sign_in_days set sign_ins = ${entriesOfDay - 1} where user_id = ${userId}`;
  const lastWithEntry = await signIn();
  const others = [await signIn(), await signIn(), await signIn()];
  for (const one of [first, lastWithEntry, ...others]) expect((await one.leave()).statusCode).toBe(204);
  expect(await actions()).toEqual(['signIn', 'signIn', 'signOut', 'signOut']);

  await noteFinishedDays(server.database);
  expect(await actions()).toHaveLength(4);
  await sql`update sign_in_days set day = day - 2 where user_id = ${userId}`;
  await Promise.all([server, sibling].map(({ database }) => noteFinishedDays(database)));
  const noted = {
    day: expect.any(String),
    count: others.length,
    last_at: expect.any(String),
    last_sign_in: others.at(-1)?.id,
  };
  expect((await entries()).slice(4)).toEqual([{ action: 'signIns', after: noted }]);

  await signIn();
  expect((await actions()).at(-1)).toBe('signIn');
  const admin = await signedInAs(server, 'admin');
  const found = (await admin.get(`administration/log?action=signIn&entityId=${userId}`)).json<LogEntry[]>();
  expect(found.map(({ action }) => action)).toEqual(['signIns']);
});

it('[AUTH-7] logs no sign-ins of an erased person, whose counter an older version left', async () => {
  const { sql } = server.database;
  const [erased, other] = [await anAccount(server), await anAccount(server)];
  for (const { userId } of [erased, other])
    await sql`insert into sign_in_days (user_id, day, sign_ins, last_at, last_sign_in)
      values (${userId}, current_date - 2, ${entriesOfDay + 1}, now(), gen_random_uuid())`;
  await sql`update users set erased_at = now() where id = ${erased.userId}`;
  await noteFinishedDays(server.database);
  const ids = [erased.userId, other.userId];
  const noted = await sql<{ id: number }[]>`
    select entity_id::int as id from audit_log where action = 'signIns' and entity_id = any(${ids.map(String)}::text[])`;
  expect(noted.map(({ id }) => id)).toEqual([other.userId]);
  expect((await sql`select from sign_in_days where user_id = any(${ids}::int[])`).count).toBe(0);
});
