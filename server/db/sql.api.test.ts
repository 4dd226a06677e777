import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '#server/testing/database.ts';
import { type Database, openDatabase, type Sql } from './database.ts';

let source: { url: string; drop(): Promise<void> };
let database: Database;
let sql: Sql;
beforeAll(async () => {
  source = await testDatabase();
  database = openDatabase(source.url, { max: 1 });
  sql = database.sql;
  await sql`create table things (id int, name text, note jsonb)`;
});
afterAll(async () => {
  await database.close();
  await source.drop();
});

const one = async (query: PromiseLike<readonly Record<string, unknown>[]>) => (await query)[0];
const count = async () => (await sql`select from things`).count;

describe('a query in a template', () => {
  it('runs once when awaited, and never when it is a fragment of another', async () => {
    const insert = sql`insert into things (id) values (1) returning id`;
    expect(await count()).toBe(0);
    expect([await insert, await insert]).toEqual([[{ id: 1 }], [{ id: 1 }]]);
    expect(await count()).toBe(1);
    const part = sql`insert into things (id) select ${5}::int`;
    await sql`with made as (${part} returning id) select id from made where id > ${1}`;
    expect(await count()).toBe(2);
  });

  it('composes fragments with their values in order', async () => {
    const least = sql`n >= ${3}`;
    const condition = sql`${least} and ${sql`n < ${6}`}`;
    expect(
      await sql`select array_agg(n * ${10}::int) as found from generate_series(1, ${9}::int) n where ${condition}`,
    ).toEqual([{ found: [30, 40, 50] }]);
    expect(await sql`select 1 as n ${sql``}`).toEqual([{ n: 1 }]);
  });

  it('quotes hostile identifiers', async () => {
    const name = 'a"; drop table things; --';
    expect(await one(sql`select 1 as ${sql(name)}`)).toEqual({ [name]: 1 });
    expect(await one(sql`select ${sql('t.id')} from (values (7)) as t (id)`)).toEqual({ id: 7 });
    expect(await one(sql`select ${sql(['x', 'y'])} from (values (1, 2)) as t (x, y)`)).toEqual({
      x: 1,
      y: 2,
    });
  });

  it('writes rows and assignments from objects, and returns the row count', async () => {
    await sql`delete from things`;
    const rows = [
      { id: 1, name: "O'Neil" },
      { id: 2, name: null },
    ];
    expect((await sql`insert into things ${sql(rows)}`).count).toBe(2);
    expect((await sql`insert into things ${sql({ id: 3, name: 'c', other: 1 }, 'id', 'name')}`).count).toBe(
      1,
    );
    expect(
      (await sql`update things set ${sql({ name: 'd', note: sql.json([1]) })} where id > ${1}`).count,
    ).toBe(2);
    expect(await sql`select id, name, note from things order by id`).toEqual([
      { id: 1, name: "O'Neil", note: null },
      { id: 2, name: 'd', note: [1] },
      { id: 3, name: 'd', note: [1] },
    ]);
  });

  it('refuses undefined and unsupported values', async () => {
    const missing = undefined as unknown as string;
    await expect(sql`select ${missing}::text`).rejects.toThrow('is undefined');
    await expect(sql`select ${['a', missing]}::text[]`).rejects.toThrow('is undefined');
    await expect(sql`insert into things ${sql({ id: 9, name: missing })}`).rejects.toThrow('is undefined');
    await expect(sql`select ${sql.json(undefined)}`).rejects.toThrow('is undefined');
    await expect(sql`select ${{ a: 1 } as unknown as string}::jsonb`).rejects.toThrow('sql.json');
    await expect(sql.unsafe('select $1::text', [missing])).rejects.toThrow('is undefined');
  });
});

describe('a value', () => {
  it('round-trips for every type the product sends', async () => {
    const texts = ['plain', '', 'comma, "quote" and \\ slash', '{brace}', 'NULL', 'ș ț 🎓', null];
    const sent = { deep: [1, { a: "it's" }], nothing: null };
    const bytes = Buffer.from([0, 1, 254, 255]);
    const moment = new Date('2026-02-03T04:05:06.789Z');
    expect(
      await one(sql`select ${texts}::text[] as texts, ${[1, -2, null]}::int[] as numbers, ${[]}::int[] as none,
        ${[true, false]}::boolean[] as flags, ${[[1, 2], [3, 4]]}::int[] as nested, ${sql.json(sent)} as json, ${sql.json('text')} as text,
        ${bytes} as bytes, ${[bytes]}::bytea[] as "moreBytes", ${moment} as moment, ${[moment]}::timestamptz[] as moments, ${true} as yes,
        ${12n} as big, ${null}::int as missing, ${1.5}::float8 as half`),
    ).toEqual({
      texts,
      numbers: [1, -2, null],
      none: [],
      flags: [true, false],
      nested: [
        [1, 2],
        [3, 4],
      ],
      json: sent,
      text: 'text',
      bytes,
      moreBytes: [bytes],
      moment: moment.toISOString(),
      moments: [moment.toISOString()],
      yes: true,
      big: 12,
      missing: null,
      half: 1.5,
    });
  });

  it('dates stay text, counts are numbers, and the time zone is Europe/Bucharest', async () => {
    expect(
      await one(sql`select date '2026-03-29' as day, array[date '2026-03-29'] as days, time '08:30:15' as hour,
        array[time '08:30', time '24:00'] as hours, timestamptz '2026-07-01 12:00+00' as moment,
        timestamptz '2026-07-01 12:00+00'::text as wall, count(*) as count, array[count(*)] as counts, 1.10::numeric(4,2) as exact,
        array[1.10::numeric] as exacts, 's'::"char" as kind, array['s']::"char"[] as kinds, array[1, 2]::smallint[] as slots,
        '[0:1]={5,6}'::int[] as shifted, gen_random_uuid() is not null as made, array['{"a":1}'::jsonb] as jsons`),
    ).toEqual({
      day: '2026-03-29',
      days: ['2026-03-29'],
      hour: '08:30',
      hours: ['08:30', '24:00'],
      moment: '2026-07-01T12:00:00.000Z',
      wall: '2026-07-01 15:00:00+03',
      count: 1,
      counts: [1],
      exact: '1.10',
      exacts: ['1.10'],
      kind: 's',
      kinds: ['s'],
      slots: [1, 2],
      shifted: [5, 6],
      made: true,
      jsons: [{ a: 1 }],
    });
  });
});

describe('a prepared statement', () => {
  const prepared = async () => {
    const [row] = await sql<{ count: number }[]>`select count(*) from pg_prepared_statements`;
    return row?.count ?? 0;
  };

  it('is prepared once per connection', async () => {
    await sql`select ${1}::int as "preparedOnce"`;
    await sql`select ${2}::int as "preparedOnce"`;
    const statements = await sql<{ name: string; uses: number }[]>`
      select name, generic_plans + custom_plans as uses from pg_prepared_statements where statement like '%"preparedOnce"%' and statement not like '%pg_prepared%'`;
    expect(statements).toEqual([{ name: expect.stringMatching(/^[\w-]{43}$/), uses: 2 }]);
  });

  it('is evicted when there are too many, and never confused with another', async () => {
    for (let n = 0; n < 450; n += 1) {
      const column = sql(`n${n % 300}`);
      expect(await sql`select ${n}::int as ${column}`).toEqual([{ [`n${n % 300}`]: n }]);
    }
    expect(await prepared()).toBeLessThanOrEqual(200);
  });

  it('is prepared again after the schema has changed, in the middle of a rolling upgrade', async () => {
    await sql`create table upgraded (a int)`;
    await sql`insert into upgraded values (1)`;
    const all = () => sql`select * from upgraded`;
    expect(await all()).toEqual([{ a: 1 }]);
    await sql`alter table upgraded add column b int default 2`;
    expect(await all()).toEqual([{ a: 1, b: 2 }]);
    await sql`alter table upgraded alter column a type text`;
    expect(await all()).toEqual([{ a: '1', b: 2 }]);
  });

  it('reruns a transaction once when a schema change made it fail', async () => {
    await sql`create table moved (a int)`;
    let runs = 0;
    const work = () =>
      sql.begin(async (tx) => {
        runs += 1;
        await tx`insert into moved values (${runs})`;
        return [...(await tx`select * from moved order by 1`)];
      });
    expect(await work()).toEqual([{ a: 1 }]);
    await sql`alter table moved add column b int default 2`;
    expect(await work()).toEqual([
      { a: 1, b: 2 },
      { a: 3, b: 2 },
    ]);
    expect(runs).toBe(3);
  });

  it('is prepared again when the server has lost it', async () => {
    await sql`select ${1}::int as known`;
    await sql.unsafe('deallocate all');
    expect(await sql`select ${2}::int as known`).toEqual([{ known: 2 }]);
    await sql.unsafe('deallocate all');
    expect(await sql.begin(async (tx) => [...(await tx`select ${3}::int as known`)])).toEqual([{ known: 3 }]);
  });
});
