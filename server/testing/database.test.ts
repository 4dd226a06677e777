import postgres from 'postgres';
import { expect, it } from 'vitest';
import { testDatabase } from './database.ts';

it('every test file gets a migrated database of its own, gone when dropped', async () => {
  const [one, other] = [await testDatabase(), await testDatabase()];
  const sql = postgres(one.url, { max: 1 });
  const elsewhere = postgres(other.url, { max: 1 });
  await sql`create table mine ()`;
  const names = await sql`select name from schema_migrations`;
  expect(names.length).toBeGreaterThan(0);
  await expect(elsewhere`select from mine`).rejects.toThrow(/does not exist/);
  await Promise.all([sql.end(), elsewhere.end()]);
  await one.drop();
  await other.drop();
  await expect(postgres(one.url, { max: 1 })`select 1`).rejects.toThrow(/does not exist/);
});
