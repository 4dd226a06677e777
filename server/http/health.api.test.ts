import { afterEach, expect, it } from 'vitest';
import { signedInAs } from '#server/testing/accounts.ts';
import { aCustomExam } from '#server/testing/exams.ts';
import { type TestServer, testServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';

let server: TestServer;
afterEach(() => server.close());

/** The response of `/ready` after its cache expires. */
async function readiness(): Promise<unknown> {
  const response = await server.app.inject({ url: '/ready' });
  return response.json<unknown>();
}
const ready = { status: 'ready', degraded: [] as readonly string[] };
const answered = async () => {
  const { statusCode, body } = await server.app.inject({ url: '/ready' });
  return [statusCode, JSON.parse(body) as unknown];
};

it('[SAFE-17] reports ready while a save would commit', async () => {
  server = await testServer();
  await expect.poll(answered).toEqual([200, ready]);
});

it('[SAFE-17] reports not ready while the database is read-only, and ready again when it is writable', async () => {
  server = await testServer();
  const { sql } = server.database;
  const [found] = await sql<{ name: string }[]>`select current_database() as name`;
  const set = async (value: string) => {
    await sql.unsafe(`alter database "${found?.name}" set default_transaction_read_only = ${value}`);
    // Sessions keep their initial setting, so the connections of saves are reopened.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'exam-platform-saves'`;
  };
  await set('on');
  await expect.poll(readiness).toMatchObject({ status: 'no save can commit' });
  expect((await answered())[0]).toBe(503);
  await set('off');
  await expect.poll(readiness).toMatchObject({ status: 'ready' });
});

it('[SAFE-17] reports not ready and refuses saves while the disk of the database is full', async () => {
  server = await testServer();
  const { sql } = server.database;
  const exam = await aRunningExam(server, await aCustomExam(server, { questions: 3 }));
  await sql.unsafe(`
    create function no_space() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
    create trigger no_space before insert on exam_events for each statement execute function no_space();
    create function no_space_for_tables() returns event_trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
    create event trigger no_space on ddl_command_start when tag in ('CREATE TABLE AS') execute function no_space_for_tables()`);
  await expect.poll(answered).toEqual([200, ready]);
  const refused = await exam.save(1, [0]);
  expect([refused.statusCode, refused.json().error]).toEqual([503, 'server.unavailable']);
  await expect.poll(readiness).toMatchObject({ status: 'no save can commit' });

  await sql.unsafe('drop event trigger no_space; drop trigger no_space on exam_events');
  await expect.poll(readiness).toMatchObject({ status: 'ready' });
  expect((await exam.save(1, [0])).statusCode).toBe(200);
});

it('[SAFE-17] [OPS-3] lists stalled background jobs and stays ready', async () => {
  server = await testServer();
  const { sql } = server.database;
  await server.services.queue.work({ name: 'tested', run: async () => {} }, undefined);
  await expect.poll(answered).toEqual([200, ready]);
  let letGo: () => void = () => {};
  const free = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const standstill = sql.begin(async (tx) => {
    await tx`lock table jobs.job in access exclusive mode`;
    await free;
  });
  await expect.poll(readiness).toEqual({ ...ready, degraded: ['jobs'] });
  expect((await answered())[0]).toBe(200);
  letGo();
  await standstill;
  await expect.poll(readiness).toEqual(ready);
});

it('[SAFE-17] lists a failing job queue', async () => {
  server = await testServer();
  await server.services.queue.work({ name: 'tested', run: async () => {} }, undefined);
  await expect.poll(answered).toEqual([200, ready]);
  await server.database.sql`alter schema jobs rename to jobs_away`;
  await expect.poll(readiness).toEqual({ ...ready, degraded: ['jobs'] });
  expect((await answered())[0]).toBe(200);
  await server.database.sql`alter schema jobs_away rename to jobs`;
});

it('[SAFE-17] [OPS-3] stays ready during a flood of lists, and reports it', async () => {
  server = await testServer();
  const { sql } = server.database;
  const staff = [await signedInAs(server, 'admin'), await signedInAs(server, 'admin')];
  await expect.poll(answered).toEqual([200, ready]);
  let letGo: () => void = () => {};
  const free = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const lists: Promise<unknown>[] = [];
  const flood = sql.begin(async (tx) => {
    await tx`lock table rooms in access exclusive mode`;
    for (const person of staff)
      for (let count = 0; count < 20; count += 1) lists.push(person.get('examrooms?search=aula'));
    await free;
  });
  await expect.poll(readiness).toEqual({ ...ready, degraded: ['lists'] });
  expect((await answered())[0]).toBe(200);
  letGo();
  await flood;
  await Promise.all(lists);
  await expect.poll(readiness).toEqual(ready);
});
