import { afterEach, expect, it } from 'vitest';
import { signedInAs } from '#server/testing/accounts.ts';
import { type ChildServer, childServer } from '#server/testing/child-server.ts';
import { type CutDatabase, cutDatabase } from '#server/testing/cut-database.ts';
import { aCustomExam } from '#server/testing/exams.ts';
import { type TestServer, testServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';

/** Creates people and exams in the database of the watched process. */
let office: TestServer;
let way: CutDatabase;
let watched: ChildServer;
afterEach(async () => {
  await watched.stop();
  await way.close();
  await office.close();
});

async function serving(): Promise<void> {
  office = await testServer();
  way = await cutDatabase(office.databaseUrl);
  watched = await childServer({ databaseUrl: way.url });
}

const url = (path: string) => `http://127.0.0.1:${watched.port}/${path}`;
const get = async (path: string) => {
  const response = await fetch(url(path));
  return [response.status, await response.json()];
};
const long = { timeout: 60_000 };
const ready = [200, { status: 'ready', degraded: [] }];

it('[SAFE-17] reports not ready while its database is down, stays alive, and recovers', async () => {
  await serving();
  const exam = await aRunningExam(office, await aCustomExam(office, { questions: 2 }));
  const save = async () => {
    const response = await fetch(url('api/umfst/examSave'), {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${exam.student.token}` },
      body: JSON.stringify(exam.body(1, [0])),
    });
    return [response.status, ((await response.json()) as { error?: string }).error];
  };
  await expect.poll(() => get('ready'), long).toEqual(ready);

  await way.cut();
  await expect
    .poll(() => get('ready'), long)
    .toEqual([503, { status: 'no save can commit', degraded: expect.arrayContaining(['lists', 'jobs']) }]);
  expect(await get('health')).toEqual([200, { status: 'alive' }]);
  expect(await save()).toEqual([503, 'server.unavailable']);

  await way.restore();
  await expect.poll(() => get('ready'), long).toMatchObject([200, { status: 'ready' }]);
  expect(await save()).toEqual([200, undefined]);
  expect((await exam.storedAt(1)).ticks).not.toBe(0);
  expect(await get('health')).toEqual([200, { status: 'alive' }]);
  expect(watched.isRunning()).toBe(true);
});

it('[SAFE-17] lists a failing repeated job until it succeeds, and stays ready', async () => {
  await serving();
  await expect.poll(() => get('ready'), long).toEqual(ready);
  await office.database.sql.unsafe(`
    create function planted() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
    create trigger planted before insert or update on audit_head for each row execute function planted()`);
  await signedInAs(office, 'admin');
  await expect.poll(() => get('ready'), long).toEqual([200, { status: 'ready', degraded: ['jobs'] }]);
  await office.database.sql`drop trigger planted on audit_head`;
  await expect.poll(() => get('ready'), long).toEqual(ready);
});
