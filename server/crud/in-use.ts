import { entities } from '#contract/entities/registry.ts';
import type { Entity } from '#contract/entity.ts';
import { refuse } from '#domain/errors.ts';
import type { Transaction } from '#server/db/database.ts';
import { linkedFields } from './columns.ts';
import type { CrudHooks } from './entity-hooks.ts';

type Changed = { readonly sql: Transaction; readonly entity: Entity; readonly hooks: CrudHooks };

/** A foreign key to an entity's table, as pairs of columns. */
type Use = { readonly table: string; readonly columns: string[]; readonly referred: string[] };
type Change = 'delete' | 'update';

/** The foreign keys that restrict a change, from the catalogs. */
async function usesOf(tx: Transaction, table: string, change: Change): Promise<Use[]> {
  const action = change === 'delete' ? tx`confdeltype` : tx`confupdtype`;
  return await tx<Use[]>`
    select child.relname as table,
      array(select attname::text from unnest(conkey) with ordinality key (attribute, place)
              join pg_attribute on attrelid = conrelid and attnum = attribute order by place) as columns,
      array(select attname::text from unnest(confkey) with ordinality key (attribute, place)
              join pg_attribute on attrelid = confrelid and attnum = attribute order by place) as referred
      from pg_constraint join pg_class child on child.oid = conrelid
     where contype = 'f' and confrelid = ${table}::regclass and ${action} in ('a', 'r')`;
}

/** A table's name and rank for messages: entities in registry order, then other tables. */
function nameOf(
  { otherTables }: CrudHooks,
  table: string,
): { readonly name: string; readonly index: number } {
  const index = entities.findIndex(
    (entity: Entity) =>
      entity.table === table || linkedFields(entity).some(([, , link]) => link.table === table),
  );
  if (index !== -1) return { name: entities[index]?.name ?? table, index };
  const other = Object.keys(otherTables).indexOf(table);
  return { name: otherTables[table] ?? table, index: entities.length + other };
}

async function countUsers(tx: Transaction, entity: Entity, id: number, use: Use): Promise<number> {
  const same = use.columns
    .map((column, index) => tx`${tx(`used.${use.referred[index] ?? ''}`)} = ${tx(`user_row.${column}`)}`)
    .reduce((left, right) => tx`${left} and ${right}`);
  const [row] = await tx<{ count: number }[]>`
    select count(*) from ${tx(use.table)} user_row join ${tx(entity.table)} used on ${same} where used.id = ${id}`;
  return row?.count ?? 0;
}

type User = { readonly by: string; readonly count: number };

/** The first kind of rows that refer to a row. */
async function firstUser(
  { sql: tx, entity, hooks }: Changed,
  id: number,
  uses: readonly Use[],
): Promise<User | undefined> {
  const named = uses
    .map((use) => ({ use, ...nameOf(hooks, use.table) }))
    .sort((left, right) => left.index - right.index);
  for (const { use, name } of named) {
    const count = await countUsers(tx, entity, id, use);
    if (count > 0) return { by: name, count };
  }
  return undefined;
}

/**
 * Refuses to change a row that others reference, naming the first kind. With `changed`, only references to the changed
 * columns count.
 */
export async function refuseIfUsed(writing: Changed, id: number, changed?: readonly string[]): Promise<void> {
  const uses = (await usesOf(writing.sql, writing.entity.table, changed ? 'update' : 'delete')).filter(
    (use) => changed === undefined || use.referred.some((column) => changed.includes(column)),
  );
  const user = await firstUser(writing, id, uses);
  if (user) refuse('resource.inUse', user);
}

/** Whether anything other than its own children references a row. */
export async function isUsedElsewhere(writing: Changed, id: number): Promise<boolean> {
  const children = (entities as readonly Entity[])
    .filter((entity) => entity.parent?.path === writing.entity.path)
    .map((entity) => entity.table);
  const uses = await usesOf(writing.sql, writing.entity.table, 'delete');
  const elsewhere = uses.filter((use) => !children.includes(use.table));
  return (await firstUser(writing, id, elsewhere)) !== undefined;
}
