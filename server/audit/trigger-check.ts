import type { Queryable } from '#server/db/database.ts';
import { readMigrations } from '#server/db/migrate.ts';
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

type Migrations = Awaited<ReturnType<typeof readMigrations>>;

/** The migrations of the database, and whether it has some that this version does not know, as during an upgrade. */
async function appliedOf(sql: Queryable) {
  const known = await readMigrations();
  const rows = await sql<{ name: string }[]>`select name from schema_migrations`;
  const names = new Set(rows.map(({ name }) => name));
  const migrations = known.filter(({ name }) => names.has(name));
  return { migrations, isNewerVersion: names.size > migrations.length };
}

const tablesOf = (migrations: Migrations) =>
  new Set(
    migrations.flatMap(({ text }) => [...text.matchAll(/^create table (\w+)/gm)].map(([, table]) => table)),
  );

/** The functions as the last migration that creates each leaves them: their text by name. */
function functionsOf(migrations: Migrations): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const statement =
    /^create (?:or replace )?function (\w+)\([^;]*?\bas \$(\w*)\$([\s\S]*?)\$\2\$|^drop function (\w+)/gm;
  for (const { text } of migrations)
    for (const [, made = '', , body = '', dropped] of text.matchAll(statement))
      if (dropped === undefined) texts.set(made, body);
      else texts.delete(dropped);
  return texts;
}

/** Functions that are missing or not as the migrations made them: the check itself uses some. */
async function functionFindings(sql: Queryable, migrations: Migrations): Promise<Finding[]> {
  const rows = await sql<{ name: string; texts: string[] }[]>`
    select proname::text as name, array_agg(prosrc) as texts from pg_proc
     where pronamespace = 'public'::regnamespace group by 1`;
  const stored = new Map(rows.map(({ name, texts }) => [name, texts]));
  return [...functionsOf(migrations)]
    .filter(([name, text]) => {
      const texts = stored.get(name) ?? [];
      return texts.length !== 1 || texts[0] !== text;
    })
    .map(([detail]) => ({ kind: 'functionChanged', detail }));
}

/**
 * Triggers that are missing or disabled, and changed functions. During an upgrade the old processes know neither the
 * functions of the new version nor which of its tables are audited; the new ones do.
 */
export async function triggerFindings(sql: Queryable): Promise<Finding[]> {
  const { migrations, isNewerVersion } = await appliedOf(sql);
  const made = tablesOf(migrations);
  const rows = await sql<{ table: string; triggers: string[] }[]>`
    select c.relname as table,
           array(select g.tgname::text from pg_trigger g where g.tgrelid = c.oid and g.tgenabled in ('O', 'A')) as triggers
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`;
  const triggersOf = new Map(rows.map(({ table, triggers }) => [table, triggers]));
  const audited = rows.filter(
    ({ table }) => !unauditedTables.includes(table) && (!isNewerVersion || made.has(table)),
  );
  const off = [...protectingTriggers, ...audited.map(({ table }) => [table, 'audited'] as const)]
    .filter(([table, trigger]) => !triggersOf.get(table)?.includes(trigger))
    .map(([table, detail]): Finding => ({ kind: 'triggerOff', table, detail }));
  return isNewerVersion ? off : [...off, ...(await functionFindings(sql, migrations))];
}
