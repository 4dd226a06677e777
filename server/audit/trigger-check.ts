import type { Queryable } from '#server/db/database.ts';
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

/** Triggers that are missing or disabled. */
export async function triggerFindings(sql: Queryable): Promise<Finding[]> {
  const rows = await sql<{ table: string; triggers: string[] }[]>`
    select c.relname as table,
           array(select g.tgname::text from pg_trigger g where g.tgrelid = c.oid and g.tgenabled in ('O', 'A')) as triggers
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`;
  const triggersOf = new Map(rows.map(({ table, triggers }) => [table, triggers]));
  const audited = rows.filter(({ table }) => !unauditedTables.includes(table));
  return [...protectingTriggers, ...audited.map(({ table }) => [table, 'audited'] as const)]
    .filter(([table, trigger]) => !triggersOf.get(table)?.includes(trigger))
    .map(([table, detail]) => ({ kind: 'triggerOff', table, detail }));
}
