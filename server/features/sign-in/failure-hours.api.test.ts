import { beforeEach, expect, it } from 'vitest';
import type { Dashboard } from '#contract/dashboard.ts';
import { anAccount, signedInAs, testPassword } from '#server/testing/accounts.ts';
import { useTestServer } from '#server/testing/server.ts';
import { noteFinishedHours } from './failure-hours.ts';

const server = useTestServer();
const sibling = useTestServer({ database: server });
/** Seconds until the failures of another hour begin. */
const restOfHour = async () =>
  (
    await server.database.sql<{ rest: number }[]>`
      select extract(epoch from date_trunc('hour', now()) + interval '1 hour' - now())::float8 as rest`
  )[0]?.rest;
beforeEach(async () => {
  // A test within one hour.
  await expect.poll(restOfHour).toBeGreaterThan(30);
  await server.database.sql`delete from sign_in_failure_hours`;
});

async function fail(email: string, times = 1) {
  for (let guess = 0; guess < times; guess += 1)
    await server.caller().post('login', { email, password: `guess number ${guess}` });
}
const hourPasses = () =>
  server.database.sql`update sign_in_failure_hours set hour = hour - interval '1 hour 5 minutes'`;
const noteHours = () => Promise.all([server, sibling].map(({ database }) => noteFinishedHours(database)));
const counters = async () => (await server.database.sql`select from sign_in_failure_hours`).count;

type Entry = { readonly action: string; readonly after: { hour: string; count: number } | null };
const entriesOf = async (userId: number | null): Promise<Entry[]> => [
  ...(await server.database.sql<Entry[]>`
    select action, after from audit_log where entity = 'users' and action like 'signInFail%'
       and entity_id is not distinct from ${userId === null ? null : String(userId)} order by id`),
];
const number = (count: number) => ({ action: 'signInFailures', after: { hour: expect.any(String), count } });
const entry = { action: 'signInFailed', after: null };

it('[AUTH-7] logs the first failure of an hour, and the others as one count when the hour is over', async () => {
  const { email, userId } = await anAccount(server);
  await fail(email, 5);
  await noteHours();
  expect(await entriesOf(userId)).toEqual([entry]);
  await hourPasses();
  await noteHours();
  expect(await entriesOf(userId)).toEqual([entry, number(4)]);
  await noteHours();
  expect(await entriesOf(userId)).toHaveLength(2);
});

it('[HOME-1] shows administrators the failures of past hours for a day', async () => {
  const admin = await signedInAs(server, 'admin');
  const shown = async () => (await admin.get('dashboard')).json<Dashboard>().admin?.failedSignIns;
  const { email } = await anAccount(server);
  await fail(email, 3);
  await hourPasses();
  await noteHours();
  expect(await shown()).toBe(3);
  await server.database.sql`update sign_in_failure_hours set hour = hour - interval '1 day'`;
  await noteHours();
  expect([await shown(), await counters()]).toEqual([0, 0]);
});

it('[AUTH-7] starts each hour with an entry and adds no count for a single failure', async () => {
  const { email, userId } = await anAccount(server);
  await fail(email);
  await hourPasses();
  await noteHours();
  await fail(email, 2);
  await hourPasses();
  await noteHours();
  expect(await entriesOf(userId)).toEqual([entry, entry, number(1)]);
});

it('[AUTH-7] keeps counting after a successful sign-in', async () => {
  const { email, userId } = await anAccount(server);
  await fail(email);
  await server.caller().post('login', { email, password: testPassword });
  await fail(email, 2);
  await hourPasses();
  await noteHours();
  expect(await entriesOf(userId)).toEqual([entry, number(2)]);
});

it('[AUTH-7] counts unknown addresses together in one row', async () => {
  const before = (await entriesOf(null)).length;
  for (let n = 0; n < 6; n += 1) await fail(`stranger${n}@exam.test`);
  expect(await counters()).toBe(1);
  await hourPasses();
  await noteHours();
  expect((await entriesOf(null)).slice(before)).toEqual([entry, number(5)]);
});
