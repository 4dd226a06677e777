import { expect, it } from 'vitest';
import { untilWaiting } from '#server/testing/locks.ts';
import { useTestServer } from '#server/testing/server.ts';
import { openClient } from './client.ts';
import { applyMigration } from './migrate.ts';

const server = useTestServer();

it('a migration gives way to a long reader, so that others are served, and is applied afterwards', async () => {
  const { sql } = server.database;
  const upgrading = openClient(server.databaseUrl, { max: 1, name: 'upgrading' });
  const migration = {
    name: '9999-planted.sql',
    text: 'alter table rooms add column planted integer',
    hash: 'x',
  };
  const waiting = { milliseconds: 400, pauseMilliseconds: 50, tries: 10_000 };
  const isApplied = async () =>
    (await sql`select from schema_migrations where name = ${migration.name}`).count > 0;
  const applied = await sql.begin(async (tx) => {
    await tx`select from rooms`;
    const applying = applyMigration(upgrading, migration, undefined, waiting);
    await untilWaiting(sql, 1, 'upgrading');
    // It queues behind the migration, which gives way.
    await sql`select from rooms`;
    await untilWaiting(sql, 1, 'upgrading');
    expect(await isApplied()).toBe(false);
    return { applying };
  });
  await applied.applying;
  expect(await isApplied()).toBe(true);
  expect(await sql`select planted from rooms`).toEqual([]);
  await upgrading.end();
});

it('a migration that never gets its table fails in the end and changes nothing', async () => {
  const { sql } = server.database;
  const upgrading = openClient(server.databaseUrl, { max: 1, name: 'upgrading' });
  const migration = {
    name: '9998-planted.sql',
    text: 'alter table rooms add column late integer',
    hash: 'x',
  };
  await sql.begin(async (tx) => {
    await tx`select from rooms`;
    const failed = applyMigration(upgrading, migration, undefined, {
      milliseconds: 20,
      pauseMilliseconds: 1,
      tries: 3,
    });
    await expect(failed).rejects.toMatchObject({ code: '55P03' });
  });
  expect((await sql`select from schema_migrations where name = ${migration.name}`).count).toBe(0);
  await upgrading.end();
});
