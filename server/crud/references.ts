import type { Draft } from '#contract/draft.ts';
import type { Entity } from '#contract/entity.ts';
import type { SelectField } from '#contract/field.ts';
import { type FieldProblem, problem, refuseProblems } from '#domain/errors.ts';
import { allOf } from '#server/scopes/conditions.ts';
import { chosenEntity, columnOf } from './columns.ts';
import { type ReadContext, scopeOf } from './reading.ts';

/** The parent the chosen rows must belong to: the value of the field this one depends on. */
function parentOf(chosen: Entity, field: SelectField, draft: Draft) {
  const dep = field.deps.at(-1);
  if (dep === undefined || !chosen.parent) return undefined;
  return { column: columnOf(chosen, chosen.parent.via), id: draft[dep] };
}

/** How many chosen rows exist, are in scope and belong to their parent; locked until the write ends. */
async function found(
  reading: ReadContext,
  chosen: Entity,
  ids: number[],
  parent: ReturnType<typeof parentOf>,
) {
  const { sql } = reading;
  const scope = scopeOf(reading, chosen, 'chosen', 'read');
  const rows = await sql`
    select from ${sql(chosen.table)} chosen
     where ${allOf(sql, [
       sql`chosen.id = any(${ids}::int[])`,
       ...(scope ? [scope] : []),
       ...(parent ? [sql`${sql(`chosen.${parent.column}`)} = ${parent.id as number | null}`] : []),
     ])}
       for key share`;
  return rows.count;
}

type OtherYear = { readonly name: string; readonly theirs: number };

/** The first chosen row that differs from the draft in the field that must match. */
async function disagreeing(
  { sql }: ReadContext,
  chosen: Entity,
  ids: number[],
  { agrees, itemText }: SelectField,
  draft: Draft,
): Promise<OtherYear | undefined> {
  const own = agrees === undefined ? 0 : Number(draft[agrees]);
  if (agrees === undefined || own === 0) return undefined;
  const theirs = sql`${sql(`chosen.${columnOf(chosen, agrees)}`)}`;
  const [row] = await sql<OtherYear[]>`
    select ${sql(`chosen.${columnOf(chosen, itemText)}`)} as name, ${theirs} as theirs from ${sql(chosen.table)} chosen
     where chosen.id = any(${ids}::int[]) and ${theirs} <> ${own} order by chosen.id limit 1`;
  return row;
}

/** Refuses references to rows that are missing, out of scope, under another parent or of another year. */
export async function refuseBadReferences(reading: ReadContext, draft: Draft): Promise<void> {
  const problems: FieldProblem[] = [];
  for (const [name, field] of Object.entries(reading.entity.fields)) {
    if (field.type !== 'select') continue;
    const ids = [draft[name] ?? []].flat() as number[];
    if (ids.length === 0) continue;
    const chosen = chosenEntity(reading.entity, name);
    const existing = await found(reading, chosen, ids, parentOf(chosen, field, draft));
    if (existing < ids.length) {
      problems.push(problem(name, 'validation.reference'));
      continue;
    }
    const other = await disagreeing(reading, chosen, ids, field, draft);
    if (other) {
      const year = Number(draft[field.agrees ?? '']);
      problems.push(problem(name, 'validation.otherYear', { ...other, year }));
    }
  }
  refuseProblems(problems);
}
