import type { Draft } from '#contract/draft.ts';
import type { Item } from '#contract/item.ts';
import { spanProblems } from '#contract/spans.ts';
import { problem, refuse, refuseProblems } from '#domain/errors.ts';
import type { Transaction } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { chosenEntity, columnOf, linkedFields, linkedTo, ownFields, ROW } from './columns.ts';
import type { EntityHooks, StoredRow, Write } from './entity-hooks.ts';
import { isUsedElsewhere, refuseIfUsed } from './in-use.ts';
import { type ReadContext, rowWithId, scopeOf } from './reading.ts';
import { refuseBadReferences } from './references.ts';

/** The context of a write; its queries run in the write's transaction. */
export type WriteContext = Omit<ReadContext, 'sql'> & {
  readonly sql: Transaction;
  readonly services: Services;
  readonly override?: boolean;
};

type Value = string | number | boolean | null;

const hooksOf = ({ hooks, entity }: WriteContext): EntityHooks => hooks.of[entity.path] ?? {};

/** Refuses: the row does not exist. */
export function refuseMissing({ entity }: Pick<ReadContext, 'entity'>): never {
  refuse(entity.notFound ?? 'resource.notFound');
}

function columnValues({ entity }: WriteContext, draft: Draft): Record<string, Value> {
  return {
    ...Object.fromEntries(
      ownFields(entity).map(([name]) => [columnOf(entity, name), (draft[name] ?? null) as Value]),
    ),
    ...entity.constants,
  };
}

/** Locks the row and returns it; a row out of scope does not exist. */
async function locked(writing: WriteContext, id: number): Promise<StoredRow> {
  const { sql, entity } = writing;
  const scope = scopeOf(writing, entity, ROW, 'write') ?? sql`true`;
  const [row] = await sql`select ${sql(ROW)}.* from ${sql(entity.table)} ${sql(ROW)}
    where ${sql(ROW)}.id = ${id} and ${scope} for update`;
  return row ?? refuseMissing(writing);
}

/** The same rows chosen in another order are the same choice. */
const comparable = (value: unknown) =>
  JSON.stringify(Array.isArray(value) ? [...value].sort((left, right) => left - right) : value);

/** Refuses to change fields that are locked once the row is used. */
async function refuseIfLocked(writing: WriteContext, id: number, draft: Draft): Promise<void> {
  const { lockedWhenUsed } = writing.entity;
  const stored = lockedWhenUsed && (await rowWithId(writing, id));
  if (!lockedWhenUsed || !stored) return;
  const isChanged = lockedWhenUsed.fields.some(
    (name) => comparable(stored[name]) !== comparable(draft[name]),
  );
  if (isChanged && (await isUsedElsewhere(writing, id))) refuse(lockedWhenUsed.refusal);
}

type Replaced = { readonly id: number; readonly before: StoredRow } | undefined;

const contextOf = (
  { sql, services, viewer, override = false }: WriteContext,
  draft: Draft,
  replaced: Replaced,
): Write => ({
  tx: sql,
  draft,
  id: replaced?.id,
  before: replaced?.before,
  viewer,
  services,
  override,
});

async function prepare(writing: WriteContext, draft: Draft, replaced: Replaced): Promise<void> {
  const hooks = hooksOf(writing);
  refuseProblems([...spanProblems(writing.entity, draft), ...(hooks.check?.(draft) ?? [])]);
  await refuseBadReferences(writing, draft);
  await hooks.beforeWrite?.(contextOf(writing, draft, replaced));
}

/** Updates the link tables to match the draft, touching only differences. */
async function link({ sql, entity }: WriteContext, draft: Draft, id: number): Promise<void> {
  const fields = linkedFields(entity).map(([name, , link]) => {
    const ids = [...((draft[name] ?? []) as readonly number[])];
    const { table } = chosenEntity(entity, name);
    const from = sql`from ${sql(table)} chosen where chosen.id = any(${ids}::int[])`;
    return { link, key: sql`${sql(`chosen.${link.by ?? 'id'}`)}`, from };
  });
  // Deletions come first: fields sharing a table may move a choice between them.
  for (const { link, key, from } of fields) {
    await sql`delete from ${sql(link.table)} link
      where ${linkedTo(sql, link, sql`${id}`)} and ${sql(`link.${link.other}`)} not in (select ${key} ${from})`;
  }
  for (const { link, key, from } of fields) {
    const columns = [link.own, link.other, ...(link.fixed ? [link.fixed.column] : [])];
    await sql`insert into ${sql(link.table)} (${sql(columns)})
      select ${id}::int, ${key} ${link.fixed ? sql`, ${link.fixed.value}` : sql``} ${from} order by chosen.id
      on conflict do nothing`;
  }
}

/** A writer may not move a row out of their own scope. */
async function refuseOutOfScope(writing: WriteContext, id: number): Promise<void> {
  const { sql, entity } = writing;
  const scope = scopeOf(writing, entity, ROW, 'write');
  if (!scope) return;
  const [row] =
    await sql`select from ${sql(entity.table)} ${sql(ROW)} where ${sql(ROW)}.id = ${id} and ${scope}`;
  if (!row) refuseProblems([problem(hooksOf(writing).scopeField ?? entity.order, 'validation.outOfReach')]);
}

async function written(writing: WriteContext, id: number): Promise<Item> {
  await refuseOutOfScope(writing, id);
  return (await rowWithId(writing, id)) ?? refuseMissing(writing);
}

/** Adds a row; given the id of an existing row, turns that one into a row of the entity. */
export async function create(writing: WriteContext, draft: Draft, existingRowId?: number): Promise<Item> {
  const { sql, entity } = writing;
  await prepare(writing, draft, undefined);
  const values = columnValues(writing, draft);
  const [row] =
    existingRowId === undefined
      ? await sql<{ id: number }[]>`insert into ${sql(entity.table)} ${sql(values)} returning id`
      : await sql<
          { id: number }[]
        >`update ${sql(entity.table)} set ${sql(values)} where id = ${existingRowId} returning id`;
  if (!row) throw new Error(`no ${entity.name} was inserted`);
  await link(writing, draft, row.id);
  return written(writing, row.id);
}

export async function replace(writing: WriteContext, id: number, draft: Draft): Promise<Item> {
  const { sql, entity } = writing;
  await hooksOf(writing).lockFirst?.(sql, id);
  const before = await locked(writing, id);
  await prepare(writing, draft, { id, before });
  await refuseIfLocked(writing, id, draft);
  const values = columnValues(writing, draft);
  const changed = Object.keys(values).filter((column) => values[column] !== before[column]);
  await refuseIfUsed(writing, id, changed);
  await sql`update ${sql(entity.table)} set ${sql(values)} where id = ${id}`;
  await link(writing, draft, id);
  await hooksOf(writing).afterChange?.({ ...contextOf(writing, draft, { id, before }), id, before });
  return written(writing, id);
}

export async function remove(writing: WriteContext, id: number): Promise<void> {
  const { sql, entity, services, viewer } = writing;
  await hooksOf(writing).lockFirst?.(sql, id);
  const removal = { tx: sql, id, before: await locked(writing, id), viewer, services };
  const { beforeRemove, remove: removeRow } = hooksOf(writing);
  await beforeRemove?.(removal);
  if (removeRow) return removeRow(removal);
  await refuseIfUsed(writing, id);
  await sql`delete from ${sql(entity.table)} where id = ${id}`;
}
