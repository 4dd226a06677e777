import { expect, it } from 'vitest';
import { openDatabase, type Sql } from '#server/db/database.ts';
import { useTestServer } from '#server/testing/server.ts';
import { findingsAfter, findingsOf } from '#server/testing/tampering.ts';
import { triggerFindings } from './trigger-check.ts';

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
  expect(
    await found(
      `${forge} insert into schema_migrations values ('9999_newer.sql', '', now() - interval '2 days')`,
    ),
  ).toEqual([{ kind: 'migrationsDiffer', detail: '9999_newer.sql' }]);
  expect(await found(`${forge} delete from schema_migrations where name = '0002_audit.sql'`)).toEqual([
    { kind: 'migrationsDiffer', detail: '0002_audit.sql' },
  ]);
});
