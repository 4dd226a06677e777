import { expect, it } from 'vitest';
import { openDatabase, type Sql, systemAuthor } from '#server/db/database.ts';
import { useTestServer } from '#server/testing/server.ts';
import { findingsAfter, findingsOf, sealAll } from '#server/testing/tampering.ts';
import { acknowledge } from './acknowledging.ts';
import { signerOf } from './head.ts';
import { triggerFindings, watchUpgrade } from './trigger-check.ts';

const server = useTestServer();

/** The findings after commands of a superuser, which are undone. */
const found = (commands: string) => findingsAfter(server, (sql: Sql) => sql.unsafe(commands), 'on');

it('[SAFE-20] a function of the database that looks away is named', async () => {
  const blind = await findingsAfter(
    server,
    async (sql) => {
      await sql.unsafe(`create or replace function exam_events_first_break(exam integer) returns integer
        language plpgsql stable as $$ begin return null; end $$`);
      await sql.unsafe('drop trigger audited on students; drop function audit_result() cascade');
    },
    'on',
  );
  expect(blind).toEqual([
    { kind: 'triggerOff', table: 'exams', detail: 'result_audited' },
    { kind: 'triggerOff', table: 'exams', detail: 'result_audited_delete' },
    { kind: 'triggerOff', table: 'exams', detail: 'result_audited_insert' },
    { kind: 'triggerOff', table: 'students', detail: 'audited' },
    { kind: 'functionChanged', detail: 'audit_result' },
    { kind: 'functionChanged', detail: 'exam_events_first_break' },
  ]);
});

it('[SAFE-20] disabled triggers are named', async () => {
  const { sql } = server.database;
  await sql`alter table exams disable trigger result_audited`;
  await sql`alter table students disable trigger audited`;
  expect(await findingsOf(server)).toEqual([
    { kind: 'triggerOff', table: 'exams', detail: 'result_audited' },
    { kind: 'triggerOff', table: 'students', detail: 'audited' },
  ]);
  await sql`alter table exams enable trigger result_audited`;
  await sql`alter table students enable trigger audited`;
  expect(await findingsOf(server)).toEqual([]);
});

it('[SAFE-20] a function that kept its text, but not its properties, is named', async () => {
  const changes = [
    ['audit_result', 'alter function audit_result() security definer'],
    ['exam_events_first_break', 'alter function exam_events_first_break(integer) immutable'],
    ['audit_change', 'alter function audit_change() set search_path = elsewhere, public'],
    ['audit_digest', 'alter function audit_digest(bytea, audit_log) strict'],
    // It would be called instead.
    [
      'exam_event_carries_score',
      'create function exam_event_carries_score(kind text) returns boolean language sql as $$ select false $$',
    ],
    [
      'audit_hidden_address',
      `create or replace function audit_hidden_address(address text) returns text language plpgsql stable as
       $$ begin return address; end $$`,
    ],
  ] as const;
  for (const [detail, command] of changes)
    expect([command, await found(command)]).toEqual([command, [{ kind: 'functionChanged', detail }]]);
});

it('[SAFE-20] a trigger that was replaced, added or disabled, and a rule, are named', async () => {
  const onStudents = 'trigger audited after insert or update or delete on students for each row';
  const changes = [
    ['students', 'audited', `create or replace ${onStudents} execute function audit_change('cnp', 'email')`],
    [
      'students',
      'audited',
      `create or replace ${onStudents} when (false) execute function audit_change('cnp')`,
    ],
    [
      'exams',
      'planted',
      'create trigger planted before update on exams for each row execute function version_is_final()',
    ],
    ['audit_log', 'planted', 'create rule planted as on insert to audit_log do instead nothing'],
  ] as const;
  for (const [table, detail, command] of changes)
    expect([command, await found(command)]).toEqual([command, [{ kind: 'triggerChanged', table, detail }]]);
  expect(await found('alter table question_keys disable trigger version_is_final')).toEqual([
    { kind: 'triggerOff', table: 'question_keys', detail: 'version_is_final' },
  ]);
});

it('[SAFE-20] connections that skip all triggers are found', async () => {
  const { sql } = server.database;
  const name = new URL(server.databaseUrl).pathname.slice(1);
  await sql.unsafe(`alter database "${name}" set session_replication_role = replica`);
  const next = openDatabase(server.databaseUrl, { max: 1 });
  try {
    expect(await triggerFindings(next.sql)).toEqual([
      { kind: 'triggerOff', detail: 'session_replication_role' },
    ]);
  } finally {
    await sql.unsafe(`alter database "${name}" reset session_replication_role`);
    await next.close();
  }
});

it('[SAFE-20] a forged register of migrations does not hide a changed function', async () => {
  const forge = 'alter function audit_result() security definer;';
  const add = (name: string) => `${forge} insert into schema_migrations values ('${name}', '')`;
  const differs = (detail: string) => ({ kind: 'migrationsDiffer', detail });
  expect(await found(add('9999_newer.sql'))).toEqual([differs('9999_newer.sql')]);
  expect(await found(`${forge} delete from schema_migrations where name = '0002_audit.sql'`)).toEqual([
    differs('0002_audit.sql'),
  ]);
  // A newer version adds none before those of this one.
  expect(await found(add('0002_audit_too.sql'))).toEqual([
    differs('0002_audit_too.sql'),
    { kind: 'functionChanged', detail: 'audit_result' },
  ]);
});

it('[SAFE-20] what was not compared cannot be acknowledged', async () => {
  const sign = signerOf(server.services.tokens);
  const finding = { kind: 'migrationsDiffer', detail: '9999_newer.sql' } as const;
  await acknowledge(server.database, sign, systemAuthor, [finding], 'known');
  await sealAll(server);
  expect(await found(`insert into schema_migrations values ('9999_newer.sql', '')`)).toEqual([finding]);
});

it('[SAFE-20] a migration applied during the check is no finding about its functions', async () => {
  const { sql } = server.database;
  const upgrade = () =>
    sql.unsafe(
      `alter function audit_result() security definer; insert into schema_migrations values ('9999_newer.sql', '')`,
    );
  let isUpgraded = false;
  const racing = new Proxy(sql, {
    apply: async (_, __, [strings, ...values]: [TemplateStringsArray, ...never[]]) => {
      if (strings.join('').includes('from pg_proc') && !isUpgraded) {
        isUpgraded = true;
        await upgrade();
      }
      return sql(strings, ...values);
    },
  });
  try {
    expect(await triggerFindings(racing)).toEqual([{ kind: 'migrationsDiffer', detail: '9999_newer.sql' }]);
    expect(isUpgraded).toBe(true);
  } finally {
    await sql.unsafe(
      `alter function audit_result() security invoker; delete from schema_migrations where name = '9999_newer.sql'`,
    );
  }
});

it('[SAFE-20] a newer migration passes as an upgrade once for each process, whenever it says it was applied', async () => {
  const { sql } = server.database;
  const add = (name: string) => sql`insert into schema_migrations values (${name}, '', now())`;
  const remove = () => sql`delete from schema_migrations where name > '9'`;
  const isUpgraded = watchUpgrade(sql, 200);
  try {
    expect(await isUpgraded()).toBe(false);
    await add('9999_newer.sql');
    expect(await isUpgraded()).toBe(true);
    await expect.poll(isUpgraded).toBe(false);
    await remove();
    expect(await isUpgraded()).toBe(false);
    await add('9999_newest.sql');
    expect(await isUpgraded()).toBe(false);
  } finally {
    await remove();
  }
});
