import type { Queryable } from '#server/db/database.ts';
import { readMigrations } from '#server/db/migrate.ts';
import { describeFunctions, describeTriggers, readCommittedSchema } from '#server/db/schema-description.ts';
import type { Finding } from './finding.ts';
import { unauditedTables } from './unaudited-tables.ts';

/** The triggers that protect the records, besides `audited` on every audited table. */
const protectingTriggers: readonly (readonly [table: string, trigger: string])[] = [
  ['audit_log', 'audit_is_final'],
  ['audit_log', 'audit_link'],
  ['audit_log', 'audit_queue'],
  ['exam_events', 'events_are_final'],
  ['exam_events', 'exam_waits_for_seal'],
  ['exams', 'result_audited'],
  ['exams', 'result_audited_delete'],
  ['exams', 'result_audited_insert'],
];

/** For this long after a migration of a newer version, processes of this one may still run. */
const upgradeTime = '1 day';

type Migrations = Awaited<ReturnType<typeof readMigrations>>;

/** The migrations of the database, held against those of this version. */
async function appliedOf(sql: Queryable) {
  const known = await readMigrations();
  const rows = await sql<{ name: string; isRecent: boolean }[]>`
    select name, applied_at between now() - ${upgradeTime}::interval and now() as "isRecent" from schema_migrations`;
  const names = new Set(rows.map(({ name }) => name));
  const migrations = known.filter(({ name }) => names.has(name));
  const unknown = rows.filter(({ name }) => !known.some((migration) => migration.name === name));
  return {
    migrations,
    missing: known.filter(({ name }) => !names.has(name)).map(({ name }) => name),
    /** Those of a newer version, as during an upgrade. */
    unknown: unknown.map(({ name }) => name),
    tooOld: unknown.filter(({ isRecent }) => !isRecent).map(({ name }) => name),
  };
}

const tablesOf = (migrations: Migrations) =>
  new Set(
    migrations.flatMap(({ text }) => [...text.matchAll(/^create table (\w+)/gm)].map(([, table]) => table)),
  );

/** Triggers and functions that are missing or not as the migrations made them; the check itself uses some. */
async function definitionFindings(sql: Queryable): Promise<Finding[]> {
  const committed = (await readCommittedSchema()).split('\n').map((line) => line.trim());
  const isCommitted = new Set(committed);
  const named = (line: RegExp) => committed.flatMap((text) => [...text.matchAll(line)]);
  const triggers = await describeTriggers(sql);
  const functions = await describeFunctions(sql);
  const rules = await sql<{ table: string; detail: string }[]>`
    select tablename::text as table, rulename::text as detail from pg_rules where schemaname = 'public' order by 1, 2`;

  const off = named(/^CREATE (?:CONSTRAINT )?TRIGGER (\w+) .*? ON public\.(\w+) /g)
    .filter(
      ([, name, table]) => !triggers.some((one) => one.isOn && one.name === name && one.table === table),
    )
    .map(([, detail = '', table = '']): Finding => ({ kind: 'triggerOff', table, detail }));
  const changed = triggers
    .filter(({ text }) => !isCommitted.has(text))
    .map(({ table, name }): Finding => ({ kind: 'triggerChanged', table, detail: name }));
  const wanted = named(/^function (\w+)\(.*/g);
  const changedFunctions = new Set([
    ...wanted.filter(([text]) => !functions.some((one) => one.text === text)).map(([, name = '']) => name),
    // Another one of the same name could be called instead.
    ...functions
      .filter(({ name, text }) => !isCommitted.has(text) && wanted.some(([, own]) => own === name))
      .map(({ name }) => name),
  ]);
  return [
    ...off,
    ...changed,
    ...rules.map((rule): Finding => ({ kind: 'triggerChanged', ...rule })),
    ...[...changedFunctions].map((detail): Finding => ({ kind: 'functionChanged', detail })),
  ];
}

/** Whether new connections skip all triggers. */
async function skipsTriggers(sql: Queryable): Promise<boolean> {
  const [row] = await sql<{ skips: boolean }[]>`
    select reset_val <> 'origin' as skips from pg_settings where name = 'session_replication_role'`;
  return row?.skips !== false;
}

/**
 * Triggers and functions that are missing, disabled or changed. During an upgrade the old processes know neither the
 * functions of the new version nor which of its tables are audited; the new ones do.
 */
export async function triggerFindings(sql: Queryable): Promise<Finding[]> {
  const { migrations, missing, unknown, tooOld } = await appliedOf(sql);
  const made = tablesOf(migrations);
  const rows = await sql<{ table: string; triggers: string[] }[]>`
    select c.relname as table,
           array(select g.tgname::text from pg_trigger g where g.tgrelid = c.oid and g.tgenabled in ('O', 'A')) as triggers
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`;
  const triggersOf = new Map(rows.map(({ table, triggers }) => [table, triggers]));
  const audited = rows.filter(
    ({ table }) => !unauditedTables.includes(table) && (unknown.length === 0 || made.has(table)),
  );
  const off = [...protectingTriggers, ...audited.map(({ table }) => [table, 'audited'] as const)]
    .filter(([table, trigger]) => !triggersOf.get(table)?.includes(trigger))
    .map(([table, detail]): Finding => ({ kind: 'triggerOff', table, detail }));
  if (await skipsTriggers(sql)) off.push({ kind: 'triggerOff', detail: 'session_replication_role' });
  const isThisVersion = missing.length === 0 && unknown.length === 0;
  return isThisVersion
    ? [...off, ...(await definitionFindings(sql))]
    : [...off, ...[...missing, ...tooOld].map((detail): Finding => ({ kind: 'migrationsDiffer', detail }))];
}
