import { beforeAll, describe, expect, it, test } from 'vitest';
import { openDatabase, type Sql, systemAuthor } from '#server/db/database.ts';
import { sealExamEvents } from '#server/exams/event-sealing.ts';
import { testPassword } from '#server/testing/accounts.ts';
import { aCustomExam } from '#server/testing/exams.ts';
import { useTestServer } from '#server/testing/server.ts';
import { aRunningExam } from '#server/testing/sittings.ts';
import { cutLog, findingsAfter, findingsOf, kindsOf, sealAll } from '#server/testing/tampering.ts';
import { useSignedInAs } from '#server/testing/use-signed-in.ts';
import { acknowledge } from './acknowledging.ts';
import { signerOf } from './head.ts';

const server = useTestServer();
const admin = useSignedInAs(server, 'admin');
let moduleId: number;

/** Changes a row twice, signs in, ends an exam: every kind of entry. */
async function work(): Promise<void> {
  const made = (await admin.post('modules', { index: 1, name: `Modul ${Math.random()}` })).json();
  moduleId = made.id;
  await admin.put(`modules/${moduleId}`, { index: 2, name: `Modul ${Math.random()}` });
  const gone = (await admin.post('modules', { index: 3, name: `Modul ${Math.random()}` })).json();
  await admin.delete(`modules/${gone.id}`);
  await admin.put(`modules/${moduleId}`, { index: 4, name: `Modul ${Math.random()}` });
  await server.caller().post('login/', { email: admin.email, password: testPassword });
}

beforeAll(async () => {
  const exam = await aRunningExam(server, await aCustomExam(server, { questions: 2 }));
  await exam.save(1, [0], { seq: 1 });
  await exam.finish();
  await sealExamEvents(server.database);
  await work();
  await sealAll(server);
  await work();
});

type Entry = {
  id: number;
  entity: string;
  action: string;
  connection: string;
  number: number;
  shows: boolean;
};
const entriesWhere = (sql: Sql, sealed: boolean) => sql<Entry[]>`
  select a.id, a.entity, a.action, a.connection, a.number, audit_row_key(a.entity, coalesce(a.after, a.before)) is not null as shows
    from audit_log a where exists (select from audit_seal s where s.audit_id = a.id) = ${sealed} order by a.id`;

const headToChain = (sql: Sql) => sql`
  update audit_head h set count = s.position, hash = s.hash
    from (select position, hash from audit_seal order by position desc limit 1) s`;

describe('[SAFE-20] [SAFE-13] any missing entry is found', () => {
  it('[SAFE-13] a sealed one, with its number', async () => {
    expect(await findingsOf(server)).toEqual([]);
    const sealed = await entriesWhere(server.database.sql, true);
    expect(sealed.length).toBeGreaterThan(30);
    // Every seventh, the first and the last.
    for (const { id } of sealed.filter((_, index) => index % 7 === 0 || index === sealed.length - 1)) {
      const findings = await findingsAfter(server, (sql) => sql`delete from audit_log where id = ${id}`);
      expect(findings.some(({ kind, entry }) => kind === 'entryMissing' && entry === id)).toBe(true);
    }
  });

  it('[SAFE-20] an unsealed one: removed from the log, from the queue, or from both', async () => {
    const waiting = await entriesWhere(server.database.sql, false);
    expect(new Set(waiting.map(({ entity }) => entity))).toEqual(new Set(['study_modules', 'sign_ins']));
    for (const { id, connection, number, shows, entity } of waiting) {
      const fromLog = await findingsAfter(server, (sql) => sql`delete from audit_log where id = ${id}`);
      expect(fromLog).toContainEqual({ kind: 'entryMissing', entry: id });
      const fromQueue = await findingsAfter(
        server,
        (sql) => sql`delete from audit_pending where audit_id = ${id}`,
      );
      expect(fromQueue).toContainEqual(
        expect.objectContaining({ kind: 'entryUnsealed', entry: id, table: entity }),
      );
      const fromBoth = await findingsAfter(server, async (sql) => {
        await sql`delete from audit_pending where audit_id = ${id}`;
        await sql`delete from audit_log where id = ${id}`;
      });
      const isLast = !waiting.some((other) => other.connection === connection && other.number > number);
      // The only case that is not detectable yet: the last entry of its connection, without a row.
      expect({ id, found: fromBoth.length > 0 }).toEqual({ id, found: shows || !isLast });
    }
  });

  it('[SAFE-20] also the last of its connection, as soon as that connection writes again', async () => {
    const database = openDatabase(server.databaseUrl, { max: 1 });
    const note = () =>
      database.transaction(
        systemAuthor,
        (tx) => tx`insert into audit_log (action, entity) values ('signOut', 'sign_ins')`,
      );
    await note();
    await note();
    const [last] = await server.database.sql<{ id: number }[]>`select max(id) as id from audit_log`;
    await server.database.sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`delete from audit_pending where audit_id = ${last?.id ?? 0}`;
      await tx`delete from audit_log where id = ${last?.id ?? 0}`;
    });
    await note();
    const [next] = await server.database.sql<{ id: number }[]>`select max(id) as id from audit_log`;
    const findings = await findingsOf(server);
    expect(findings).toEqual([
      expect.objectContaining({ kind: 'entryMissing', entry: next?.id, table: 'sign_ins' }),
    ]);
    await acknowledge(
      server.database,
      signerOf(server.services.tokens),
      systemAuthor,
      findings,
      'a test did it',
    );
    await database.close();
    expect(await findingsOf(server)).toEqual([]);
  });

  it('[SAFE-13] a rolled-back change leaves no gap', async () => {
    const database = openDatabase(server.databaseUrl, { max: 1 });
    const add = (name: string, end: () => void) =>
      database
        .transaction(systemAuthor, async (tx) => {
          await tx`insert into study_modules (position, name) values (1, ${name})`;
          end();
        })
        .catch(() => {});
    await add('kept one', () => {});
    await add('taken back', () => {
      throw new Error('taken back');
    });
    await add('kept two', () => {});
    await database.close();
    expect(await findingsOf(server)).toEqual([]);
  });
});

describe('[SAFE-20] an edited entry is found before it is sealed, and named', () => {
  test.each([
    ['who did it', (sql: Sql, id: number) => sql`update audit_log set actor_id = 4711 where id = ${id}`],
    ['when', (sql: Sql, id: number) => sql`update audit_log set at = at - interval '1 day' where id = ${id}`],
    [
      'what it was before',
      (sql: Sql, id: number) =>
        sql`update audit_log set before = before || '{"position":99}' where id = ${id}`,
    ],
  ])('[SAFE-20] %s', async (_, change) => {
    const waiting = await entriesWhere(server.database.sql, false);
    const id =
      waiting.find(({ entity, action }) => entity === 'study_modules' && action === 'update')?.id ?? 0;
    const findings = await findingsAfter(server, (sql) => change(sql, id));
    expect(findings).toContainEqual(expect.objectContaining({ kind: 'entryChanged', entry: id }));
  });
});

describe('[SAFE-20] a row that differs from its newest entry is found and named', () => {
  test.each([
    [
      'changed',
      (sql: Sql) => sql`update study_modules set position = 77 where id = ${moduleId}`,
      () => ({ kind: 'rowChanged', table: 'study_modules', row: String(moduleId) }),
    ],
    [
      'added',
      (sql: Sql) => sql`insert into settings (key, value) values ('demo', 'true')`,
      () => ({ kind: 'rowChanged', table: 'settings', row: 'demo' }),
    ],
    [
      'removed',
      (sql: Sql) => sql`delete from study_modules where id = ${moduleId}`,
      () => ({ kind: 'rowMissing', table: 'study_modules', row: String(moduleId) }),
    ],
  ])('[SAFE-20] %s', async (_, change, expected) => {
    expect(await findingsAfter(server, change)).toEqual([expect.objectContaining(expected())]);
  });

  it('[SAFE-13] every audited table has a row key', async () => {
    const tables = await server.database.sql<{ name: string; columns: string[] }[]>`
      select t.name, array(
        select a.attname::text from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
         where i.indrelid = t.name::regclass and i.indisprimary order by array_position(i.indkey::int2[], a.attnum)) as columns
        from audited_tables() t order by 1`;
    expect(tables.length).toBeGreaterThan(30);
    for (const { name, columns } of tables) {
      const image = Object.fromEntries(columns.map((column, index) => [column, `k${index}`]));
      const [row] = await server.database.sql<{ key: string | null }[]>`
        select audit_row_key(${name}, ${JSON.stringify(image)}::text::jsonb) as key`;
      expect([name, row?.key]).toEqual([name, columns.map((_, index) => `k${index}`).join(',')]);
    }
  });

  it('[SAFE-20] the writing connection’s time zone and date style make no difference', async () => {
    await server.database.sql.begin(async (tx) => {
      await tx`set local timezone = 'Pacific/Auckland'`;
      await tx`update exam_sessions set start_date = start_date - 1`;
      await tx`update appointments set ends_at = ends_at + interval '1 minute'`;
    });
    await server.database.sql`update appointments set ends_at = ends_at + interval '1 minute'`;
    expect(await findingsOf(server)).toEqual([]);
  });
});

describe('[SAFE-20] a cut tail of the log is found', () => {
  beforeAll(async () => {
    await sealAll(server);
  });

  test.each([
    ['alone', () => Promise.resolve(), ['headCut']],
    ['together with the head', (sql: Sql) => sql`delete from audit_head`, ['headMissing']],
    ['and the head made to fit', headToChain, ['headForged']],
  ])('[SAFE-20] the newest seals with their entries, %s', async (_, more, expected) => {
    const [last] = await server.database.sql<
      { position: number }[]
    >`select max(position) as position from audit_seal`;
    for (const seals of [1, 5]) {
      const findings = await findingsAfter(server, async (sql) => {
        await cutLog(sql, seals);
        await more(sql);
      });
      expect(kindsOf(findings)).toEqual(expect.arrayContaining(expected));
      const head = findings.find(({ kind }) => kind === expected[0]);
      expect([last?.position, (last?.position ?? 0) - seals]).toContain(head?.position);
    }
  });

  it('[SAFE-20] seals added outside the product', async () => {
    const findings = await findingsAfter(server, async (sql) => {
      await sql`insert into audit_log (action, entity) values ('signOut', 'sign_ins')`;
      await sql`insert into audit_pending (audit_id) select max(id) from audit_log`;
      await sql`select audit_seal_next(10)`;
    });
    expect(kindsOf(findings)).toContain('headMismatch');
  });

  it('[SAFE-20] a chain recomputed after a change, with the range', async () => {
    const findings = await findingsAfter(server, async (sql) => {
      const [target] = await sql<{ position: number; id: number }[]>`
        select s.position, s.audit_id as id from audit_seal s join audit_log a on a.id = s.audit_id
         where a.action = 'signIn' order by s.position desc limit 1`;
      await sql`update audit_log set actor_id = 4711 where id = ${target?.id ?? 0}`;
      await sql`
        do $$
        declare chain bytea := ''; link record; ends jsonb := '{}';
        begin
          for link in select s.position, a from audit_seal s join audit_log a on a.id = s.audit_id order by s.position loop
            chain := audit_digest(chain, link.a);
            update audit_seal set hash = chain where position = link.position;
          end loop;
          for link in select a from audit_log a order by (a).connection, (a).number loop
            update audit_log set link = audit_digest(coalesce(decode(ends ->> ((link.a).connection::text), 'hex'), ''), link.a)
             where id = (link.a).id returning jsonb_set(ends, array[connection::text], to_jsonb(encode(audit_log.link, 'hex'))) into ends;
          end loop;
        end $$`;
      await headToChain(sql);
    });
    expect(kindsOf(findings)).toEqual(['chainRewritten', 'headForged']);
    const rewritten = findings.find(({ kind }) => kind === 'chainRewritten');
    const marks = await server.database.sql<{ position: number }[]>`
      select position from audit_seal where mark is not null order by position`;
    expect(marks.map(({ position }) => position + 1)).toContain(rewritten?.position);
  });
});

describe('[SAFE-20] a check by a process of the version before', () => {
  const newTable = (sql: Sql) => sql`create table of_a_newer_version (id int)`;
  const newMigration = (sql: Sql) =>
    sql`insert into schema_migrations (name, hash) values ('9999_newer.sql', '')`;

  it('[SAFE-20] does not judge the tables of a newer version, and still finds every other trigger that is off', async () => {
    const upgraded = async (sql: Sql) => {
      await newTable(sql);
      await newMigration(sql);
    };
    const newer = { kind: 'migrationsDiffer', detail: '9999_newer.sql' };
    expect(await findingsAfter(server, upgraded, 'on')).toEqual([newer]);
    // Every table of this version is known by its migration.
    const off = await findingsAfter(
      server,
      async (sql) => {
        await upgraded(sql);
        const audited = await sql<
          { name: string }[]
        >`select name from audited_tables() where name <> 'exams'`;
        for (const { name } of audited) await sql.unsafe(`alter table ${name} disable trigger audited`);
      },
      'on',
    );
    const audited = await server.database.sql<{ name: string }[]>`
      select tgrelid::regclass::text as name from pg_trigger where tgname = 'audited' order by 1`;
    const tables = off.flatMap(({ table }) => table ?? []);
    expect(tables.toSorted()).toEqual(audited.map(({ name }) => name).toSorted());
  });

  it('[SAFE-20] reports a table that no version made', async () => {
    expect(await findingsAfter(server, newTable, 'on')).toEqual([
      { kind: 'triggerOff', table: 'of_a_newer_version', detail: 'audited' },
    ]);
  });
});
