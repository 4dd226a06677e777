import type { Draft } from '#contract/draft.ts';
import type { Item } from '#contract/item.ts';
import { problem, refuse, refuseProblems } from '#domain/errors.ts';
import type { Transaction } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { columnOf, linkedFields, ownFields, ROW } from './columns.ts';
import { refuseIfUsed } from './in-use.ts';
import type { Opening } from './opening.ts';
import { type Reading, rowWithId, scopeOf } from './reading.ts';
import { refuseBadReferences } from './references.ts';

/** One write of an entity: a reading whose queries run in the write's transaction. */
export type Writing = Omit<Reading, 'sql'> & { readonly sql: Transaction; readonly services: Services };

type Value = string | number | boolean | null;

const openingOf = ({ openings, entity }: Writing): Opening => openings.of[entity.path] ?? {};

/** Says that a row is not there. */
export function refuseMissing({ openings, entity }: Pick<Reading, 'openings' | 'entity'>): never {
  refuse(openings.of[entity.path]?.missing ?? 'resource.notFound');
}

function columnValues({ entity }: Writing, draft: Draft): Record<string, Value> {
  return Object.fromEntries(
    ownFields(entity).map(([name]) => [columnOf(entity, name), (draft[name] ?? null) as Value]),
  );
}

/** Locks the row against other writers and gives what it held; a row out of scope is not there. */
async function locked(writing: Writing, id: number): Promise<Readonly<Record<string, unknown>>> {
  const { sql, entity } = writing;
  const scope = scopeOf(writing, entity, ROW, 'write') ?? sql`true`;
  const [row] = await sql`select ${sql(ROW)}.* from ${sql(entity.table)} ${sql(ROW)}
    where ${sql(ROW)}.id = ${id} and ${scope} for update`;
  return row ?? refuseMissing(writing);
}

async function prepare(writing: Writing, draft: Draft, id: number | undefined): Promise<void> {
  const opening = openingOf(writing);
  refuseProblems(opening.check?.(draft) ?? []);
  await refuseBadReferences(writing, draft);
  await opening.beforeWrite?.({ tx: writing.sql, draft, id, services: writing.services });
}

/** Brings the link tables to what the draft chose, touching only what differs. */
async function link({ sql, entity }: Writing, draft: Draft, id: number): Promise<void> {
  for (const [name, , { table, own, other }] of linkedFields(entity)) {
    const ids = [...((draft[name] ?? []) as readonly number[])];
    await sql`delete from ${sql(table)} where ${sql(own)} = ${id} and ${sql(other)} <> all(${ids}::int[])`;
    await sql`insert into ${sql(table)} (${sql(own)}, ${sql(other)})
      select ${id}, chosen from unnest(${ids}::int[]) chosen on conflict do nothing`;
  }
}

/** Nobody writes a row to where they could not reach it. */
async function refuseOutOfScope(writing: Writing, id: number): Promise<void> {
  const { sql, entity } = writing;
  const scope = scopeOf(writing, entity, ROW, 'write');
  if (!scope) return;
  const [row] =
    await sql`select from ${sql(entity.table)} ${sql(ROW)} where ${sql(ROW)}.id = ${id} and ${scope}`;
  if (!row) refuseProblems([problem(openingOf(writing).scopeField ?? entity.order, 'validation.reference')]);
}

async function written(writing: Writing, id: number): Promise<Item> {
  await refuseOutOfScope(writing, id);
  return (await rowWithId(writing, id)) ?? refuseMissing(writing);
}

export async function create(writing: Writing, draft: Draft): Promise<Item> {
  const { sql, entity } = writing;
  await prepare(writing, draft, undefined);
  const [row] = await sql<{ id: number }[]>`
    insert into ${sql(entity.table)} ${sql(columnValues(writing, draft))} returning id`;
  if (!row) throw new Error(`no ${entity.name} was inserted`);
  await link(writing, draft, row.id);
  return written(writing, row.id);
}

export async function replace(writing: Writing, id: number, draft: Draft): Promise<Item> {
  const { sql, entity } = writing;
  const before = await locked(writing, id);
  await prepare(writing, draft, id);
  const values = columnValues(writing, draft);
  const changed = Object.keys(values).filter((column) => values[column] !== before[column]);
  await refuseIfUsed(writing, id, changed);
  await sql`update ${sql(entity.table)} set ${sql(values)} where id = ${id}`;
  await link(writing, draft, id);
  return written(writing, id);
}

export async function remove(writing: Writing, id: number): Promise<void> {
  const { sql, entity } = writing;
  await locked(writing, id);
  await refuseIfUsed(writing, id);
  await sql`delete from ${sql(entity.table)} where id = ${id}`;
}
