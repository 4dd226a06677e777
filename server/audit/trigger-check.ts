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

// Read when the process starts: an upgrade replaces the files while the processes of the older version serve.
const known = await readMigrations();
const committed = (await readCommittedSchema()).split('\n').map((line) => line.trim());

/** The names of the migrations of the database, sorted. */
async function appliedOf(sql: Queryable): Promise<readonly string[]> {
  const rows = await sql<{ name: string }[]>`select name from schema_migrations`;
  return rows.map(({ name }) => name).sort();
}

const unknownOf = (applied: readonly string[]) =>
  applied.filter((name) => !known.some((migration) => migration.name === name));
const missingOf = (applied: readonly string[]) =>
  known.map(({ name }) => name).filter((name) => !applied.includes(name));
const isNewer = (name: string) => name > (known.at(-1)?.name ?? '');

const tablesOf = (applied: readonly string[]) =>
  new Set(
    known
      .filter(({ name }) => applied.includes(name))
      .flatMap(({ text }) => [...text.matchAll(/^create table (\w+)/gm)].map(([, table]) => table)),
  );

/** For this long after a process first saw a newer database it may still serve beside the newer version. */
const upgradeMilliseconds = 12 * 3_600_000;

/**
 * Tells whether a newer version is being installed. When it began is kept in the process, where nobody with access to
 * the database alone can set it; and it is never forgotten, so it passes as an upgrade once.
 */
export function watchUpgrade(sql: Queryable, milliseconds = upgradeMilliseconds): () => Promise<boolean> {
  let since: number | undefined;
  return async () => {
    if (since === undefined && unknownOf(await appliedOf(sql)).some(isNewer)) since = performance.now();
    return since !== undefined && performance.now() - since < milliseconds;
  };
}

/** Triggers and functions that are missing or not as the migrations made them; the check itself uses some. */
async function definitionFindings(sql: Queryable): Promise<Finding[]> {
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

/** As `triggerFindings`, for a database with these migrations. */
async function findingsFor(sql: Queryable, applied: readonly string[]): Promise<Finding[]> {
  const [missing, unknown] = [missingOf(applied), unknownOf(applied)];
  const isOfNewer = unknown.some(isNewer);
  const made = tablesOf(applied);
  const rows = await sql<{ table: string; triggers: string[] }[]>`
    select c.relname as table,
           array(select g.tgname::text from pg_trigger g where g.tgrelid = c.oid and g.tgenabled in ('O', 'A')) as triggers
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`;
  const triggersOf = new Map(rows.map(({ table, triggers }) => [table, triggers]));
  const audited = rows.filter(
    ({ table }) => !unauditedTables.includes(table) && (!isOfNewer || made.has(table)),
  );
  const off = [...protectingTriggers, ...audited.map(({ table }) => [table, 'audited'] as const)]
    .filter(([table, trigger]) => !triggersOf.get(table)?.includes(trigger))
    .map(([table, detail]): Finding => ({ kind: 'triggerOff', table, detail }));
  if (await skipsTriggers(sql)) off.push({ kind: 'triggerOff', detail: 'session_replication_role' });
  const differing = [...missing, ...unknown].map((detail): Finding => ({ kind: 'migrationsDiffer', detail }));
  const isComparable = missing.length === 0 && !isOfNewer;
  return [...off, ...differing, ...(isComparable ? await definitionFindings(sql) : [])];
}

/**
 * Triggers and functions that are missing, disabled or changed. Those of another version are unknown: then they are not
 * compared, which is a finding itself. Starts over when a migration was applied during the check.
 */
export async function triggerFindings(sql: Queryable, tries = 3): Promise<Finding[]> {
  const applied = await appliedOf(sql);
  const findings = await findingsFor(sql, applied);
  const isSame = (await appliedOf(sql)).join() === applied.join();
  return isSame || tries === 1 ? findings : triggerFindings(sql, tries - 1);
}
