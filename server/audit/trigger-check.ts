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

/**
 * Whether a table was made by a newer version: this version's migrations do not make it, and the database has later ones. During an
 * upgrade the old processes cannot know whether such a table is audited; those of the new version do.
 */
async function isOfNewerVersion(sql: Queryable): Promise<(table: string) => boolean> {
  const migrations = await readMigrations();
  const applied = await sql<{ name: string }[]>`select name from schema_migrations`;
  const newest = migrations.at(-1)?.name ?? '';
  if (applied.every(({ name }) => name <= newest)) return () => false;
  const made = new Set(
    migrations.flatMap(({ text }) => [...text.matchAll(/^create table (\w+)/gm)].map(([, table]) => table)),
  );
  return (table) => !made.has(table);
}

/** Triggers that are missing or disabled. */
export async function triggerFindings(sql: Queryable): Promise<Finding[]> {
  const rows = await sql<{ table: string; triggers: string[] }[]>`
    select c.relname as table,
           array(select g.tgname::text from pg_trigger g where g.tgrelid = c.oid and g.tgenabled in ('O', 'A')) as triggers
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`;
  const triggersOf = new Map(rows.map(({ table, triggers }) => [table, triggers]));
  const isNewer = await isOfNewerVersion(sql);
  const audited = rows.filter(({ table }) => !unauditedTables.includes(table) && !isNewer(table));
  return [...protectingTriggers, ...audited.map(({ table }) => [table, 'audited'] as const)]
    .filter(([table, trigger]) => !triggersOf.get(table)?.includes(trigger))
    .map(([table, detail]) => ({ kind: 'triggerOff', table, detail }));
}
