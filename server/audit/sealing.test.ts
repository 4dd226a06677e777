import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase, systemAuthor } from '#server/db/database.ts';
import { testDatabase } from '#server/testing/database.ts';
import { checkRecords } from './check.ts';
import type { Signer } from './head.ts';
import { openSealer } from './sealing.ts';

const sign: Signer = (use, text) =>
  createHmac('sha256', 'for tests only').update(`${use}\n${text}`).digest('hex');

let database: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  const test = await testDatabase();
  database = openDatabase(test.url);
  drop = test.drop;
});
afterAll(async () => {
  await database.close();
  await drop();
});

const addModule = (name: string, beforeCommit: () => Promise<void> = async () => {}) =>
  database.transaction({ actorId: 7, requestId: 'request-1' }, async (tx) => {
    await tx`insert into study_modules (position, name) values (1, ${name})`;
    await beforeCommit();
  });

const sealedNames = async () =>
  (
    await database.sql<{ name: string }[]>`
      select a.after ->> 'name' as name from audit_seal s join audit_log a on a.id = s.audit_id order by s.position`
  ).map((row) => row.name);

/** Seals like a freshly started process. */
const sealAuditLog = async () => (await openSealer(database, sign).seal()).entries;

const found = async (sql: Database['sql'] = database.sql) => {
  const { findings } = await checkRecords({ ...database, sql }, sign, { rest: async () => {} });
  return findings.map(({ kind, position }) => `${kind} ${position ?? ''}`.trim());
};

/** Tampers with the log as a superuser could, runs the check, and undoes it. */
async function tampering(change: (sql: Database['sql']) => Promise<unknown>): Promise<string[]> {
  let findings: string[] = [];
  const undo = new Error('undo');
  await database.sql
    .begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await change(tx as unknown as Database['sql']);
      findings = await found(tx as unknown as Database['sql']);
      throw undo;
    })
    .catch((error) => {
      if (error !== undo) throw error;
    });
  return findings;
}

it('[SAFE-13] entries are sealed in commit order, not in the order of writing', async () => {
  let laterHasCommitted = () => {};
  const waiting = new Promise<void>((resolve) => {
    laterHasCommitted = resolve;
  });
  let earlierHasWritten = () => {};
  const written = new Promise<void>((resolve) => {
    earlierHasWritten = resolve;
  });
  const earlier = addModule('written first', async () => {
    earlierHasWritten();
    await waiting;
  });
  await written;
  await addModule('committed first');
  laterHasCommitted();
  await earlier;

  expect(await sealAuditLog()).toBe(2);
  expect(await sealedNames()).toEqual(['committed first', 'written first']);
});

it('[SAFE-13] an uncommitted change is not sealed and does not delay the others', async () => {
  await database.transaction(systemAuthor, async (tx) => {
    await tx`insert into study_modules (position, name) values (9, 'still open')`;
    await addModule('already done');
    await sealAuditLog();
    expect(await sealedNames()).toContain('already done');
    expect(await sealedNames()).not.toContain('still open');
  });
  await sealAuditLog();
  expect((await sealedNames()).at(-1)).toBe('still open');
});

it('[SAFE-13] two processes sealing at once make one chain', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, n) => addModule(`at once ${n}`)));
  await Promise.all([sealAuditLog(), sealAuditLog(), sealAuditLog()]);
  await sealAuditLog();
  const [row] = await database.sql`
    select count(*) as seals, max(position) as last, count(distinct audit_id) as entries from audit_seal`;
  expect(row).toEqual({ seals: 24, last: 24, entries: 24 });
  expect(await found()).toEqual([]);
});

it('[SAFE-13] an edited, a removed and a swapped entry are each found at their position', async () => {
  expect(await found()).toEqual([]);
  expect(
    await tampering(
      (sql) => sql`update audit_log set after = after || '{"name":"forged"}' where id =
      (select audit_id from audit_seal where position = 3)`,
    ),
  ).toContain('entryChanged 3');
  expect(
    await tampering(
      (sql) => sql`delete from audit_log where id = (select audit_id from audit_seal where position = 2)`,
    ),
  ).toContain('entryMissing 2');
  expect(await tampering((sql) => sql`delete from audit_seal where position = 4`)).toContain('sealMissing 4');
  expect(
    await tampering(async (sql) => {
      await sql`update audit_seal set audit_id = -audit_id where position in (5, 6)`;
      await sql`update audit_seal s set audit_id = -o.audit_id from (select position, audit_id from audit_seal) o
        where s.position in (5, 6) and o.position = 11 - s.position`;
    }),
  ).toContain('entryChanged 5');
  expect(await found()).toEqual([]);
});

it('[SAFE-13] the log refuses changes', async () => {
  await expect(database.sql`update audit_log set actor_id = 1`).rejects.toThrow('only ever appended');
  await expect(database.sql`delete from audit_log`).rejects.toThrow('only ever appended');
  await expect(database.sql`truncate audit_log`).rejects.toThrow('only ever appended');
});

it('[SAFE-13] an entry has actor, request, before and after; an update without changes adds none', async () => {
  const count = async () => (await database.sql`select count(*) as n from audit_log`)[0]?.n as number;
  await addModule('before');
  const [entry] = await database.sql`select * from audit_log order by id desc limit 1`;
  expect(entry).toMatchObject({
    actor_id: 7,
    request_id: 'request-1',
    action: 'insert',
    entity: 'study_modules',
    before: null,
    after: { name: 'before', position: 1 },
  });
  const entries = await count();
  await database.sql`update study_modules set name = 'before' where name = 'before'`;
  expect(await count()).toBe(entries);
  await database.sql`update study_modules set name = 'after' where name = 'before'`;
  expect((await database.sql`select before, after from audit_log order by id desc limit 1`)[0]).toMatchObject(
    {
      before: { name: 'before' },
      after: { name: 'after' },
    },
  );
});

it('CNPs and passwords never reach the log, only the fact that they changed', async () => {
  await database.sql`insert into users (email, name, password_hash) values ('a@exam.test', 'A', 'secret one')`;
  await database.sql`update users set password_hash = 'secret two' where email = 'a@exam.test'`;
  const [entry] =
    await database.sql`select after from audit_log where entity = 'users' order by id desc limit 1`;
  expect(entry?.after).toMatchObject({ hidden: ['password_hash'] });
  const [leak] =
    await database.sql`select count(*) as n from audit_log where (before, after)::text like '%secret%'`;
  expect(leak?.n).toBe(0);
});
