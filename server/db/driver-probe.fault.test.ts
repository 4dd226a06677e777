import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#server/testing/database.ts';
import { type Database, openDatabase, systemAuthor } from './database.ts';

/** For a longer probe: `DRIVER_PROBE_ROUNDS=400 npx vitest run --project faults server/db/driver-probe`. */
const rounds = Number(process.env.DRIVER_PROBE_ROUNDS ?? 15);
/** Another number in each round. */
const plainPerRound = (round: number) => 1000 + ((round * 97) % 300);
/** The number of refused transactions per round, and of concurrent inserts. */
const perRound = 30;

let template: { url: string; drop(): Promise<void> };
let database: Database;
let observer: Database;
beforeAll(async () => {
  template = await testDatabase();
  database = openDatabase(template.url, { max: 10 });
  observer = openDatabase(template.url, { max: 1 });
  await observer.sql`create table probe (id integer primary key)`;
  await observer.sql`insert into probe values (0)`;
});
afterAll(async () => {
  await database.close();
  await observer.close();
  await template.drop();
});

/** Half of the transactions violate a constraint, half throw after they wrote. */
const refusedTransaction = (n: number) =>
  database
    .transaction(systemAuthor, async (tx) => {
      await tx`insert into probe values (${-n})`;
      if (n % 2 === 0) await tx`insert into probe values (0)`;
      throw new Error('changed my mind');
    })
    .then(
      () => 'committed',
      () => 'refused',
    );

describe('the pool under bursts', () => {
  it('[SAFE-21] a transaction owns its connection: no acknowledged insert is rolled back, no transaction stays open in the pool', {
    timeout: 300_000 + rounds * 1000,
  }, async () => {
    const acknowledged: number[] = [];
    const failed: unknown[] = [];
    let committed = 0;
    let open = 0;
    for (let round = 0; round < rounds; round += 1) {
      const work: Promise<unknown>[] = [];
      const plain = plainPerRound(round);
      for (let n = 0; n < plain; n += 1)
        work.push(database.sql`select ${n}::int as n`.then(undefined, (error) => failed.push(error)));
      for (let n = 0; n < perRound; n += 1) {
        const id = 1 + round * perRound + n;
        work.push(
          refusedTransaction(id).then((how) => {
            if (how === 'committed') committed += 1;
          }),
          database.sql`insert into probe values (${id})`.then(
            () => acknowledged.push(id),
            (error) => failed.push(error),
          ),
        );
      }
      await Promise.all(work);
      const [idle] = await observer.sql<{ count: number }[]>`
          select count(*) from pg_stat_activity
           where datname = current_database() and state like 'idle in transaction%'`;
      open += idle?.count ?? 0;
    }
    const stored = new Set((await observer.sql<{ id: number }[]>`select id from probe`).map(({ id }) => id));
    const missing = acknowledged.filter((id) => !stored.has(id));
    expect({
      acknowledged: acknowledged.length,
      missing: missing.length,
      open,
      committed,
      leftOfRefused: [...stored].filter((id) => id < 0).length,
      failures: [...new Set(failed.map((error) => String((error as { code?: string }).code ?? error)))],
      failed: failed.length,
    }).toEqual({
      acknowledged: rounds * perRound,
      missing: 0,
      open: 0,
      committed: 0,
      leftOfRefused: 0,
      failures: [],
      failed: 0,
    });
  });
});
