import { expect, it } from 'vitest';
import { useTestDatabase } from '#server/testing/database.ts';
import { describeSchema } from './schema-description.ts';

const database = useTestDatabase({ max: 1 });

// After a new migration: npx vitest run --project api server/db/schema.api.test.ts --update
it('the migrations produce exactly the committed schema snapshot', async () => {
  await expect(await describeSchema(database.sql)).toMatchFileSnapshot('./schema.snapshot.txt');
});

it('every foreign key has an index, so deletes and joins never scan a table', async () => {
  const unindexed = await database.sql`
    select conrelid::regclass::text as table, conname from pg_constraint k
     where contype = 'f' and connamespace = 'public'::regnamespace
       -- Accounts are never deleted, so that nobody looks up what one wrote that way.
       and not (confrelid = 'users'::regclass and confdeltype = 'a') and not exists (
       select from pg_index i where i.indrelid = k.conrelid and i.indkey[0] = any(k.conkey))
     order by 1, 2`;
  expect([...unindexed]).toEqual([]);
});
