import { expect, it } from 'vitest';
import { openClient } from '#server/db/client.ts';
import { testDatabase } from './database.ts';

it('every test file gets its own migrated database, deleted when dropped', async () => {
  const connect = (url: string) => openClient(url, { max: 1, name: 'exam-platform-tests' });
  const [one, other] = [await testDatabase(), await testDatabase()];
  const sql = connect(one.url);
  const elsewhere = connect(other.url);
  await sql`create table mine ()`;
  const names = await sql`select name from schema_migrations`;
  expect(names.length).toBeGreaterThan(0);
  await expect(elsewhere`select from mine`).rejects.toThrow(/does not exist/);
  await Promise.all([sql.end(), elsewhere.end()]);
  await one.drop();
  await other.drop();
  await expect(connect(one.url)`select 1`).rejects.toThrow(/does not exist/);
});
