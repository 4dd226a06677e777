import type { Entity } from '#contract/entity.ts';
import type { Item } from '#contract/item.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import type { Purpose } from '#server/scopes/row-scopes.ts';
import type { Viewer } from '#server/scopes/viewer.ts';
import {
  chosenEntity,
  columnOf,
  computedValue,
  linkedFields,
  linkedValues,
  ownFields,
  ROW,
  shownColumn,
} from './columns.ts';
import type { CrudHooks } from './entity-hooks.ts';

/** An entity and its viewer: everything a query of `crud/` needs. */
export type ReadContext = {
  readonly sql: Queryable;
  readonly entity: Entity;
  readonly hooks: CrudHooks;
  readonly viewer: Viewer;
};

/** The condition for the rows the viewer can reach; undefined when there is no limit. */
export function scopeOf(
  { sql, hooks, viewer }: ReadContext,
  entity: Entity,
  row: string,
  purpose: Purpose,
): Fragment | undefined {
  return hooks.of[entity.path]?.scope?.(sql, viewer, row, purpose);
}

/** A stored column as the viewer may see it: personal values only on rows they may write. */
export function storedColumn(reading: ReadContext, name: string): Fragment {
  const { sql, entity } = reading;
  const column = sql`${sql(`${ROW}.${columnOf(entity, name)}`)}`;
  const writable = entity.fields[name]?.personal ? scopeOf(reading, entity, ROW, 'write') : undefined;
  return writable ? sql`case when ${writable} then ${column} end` : column;
}

/** A column computed for each row, from its data or by the entity's hook. */
export function computedColumn(reading: ReadContext, name: string): Fragment {
  const { sql, entity, hooks, viewer } = reading;
  const computed = entity.computed[name];
  if (computed === undefined) throw new Error(`${entity.name} has no column ${name}`);
  if (computed.from === 'joined') return shownColumn(sql, entity, name, ROW);
  if (computed.from !== 'hook') {
    return computedValue(
      sql,
      entity,
      computed,
      (child, row) => scopeOf(reading, child, row, 'read') ?? sql`true`,
    );
  }
  const compute = hooks.of[entity.path]?.computed?.[name];
  if (!compute) throw new Error(`no hook computes ${entity.name}.${name}`);
  return compute(sql, viewer, ROW);
}

/** All columns of a row in a response, with their wire names. */
function valuesOf(reading: ReadContext): Fragment {
  const { sql, entity } = reading;
  const values: Array<[string, Fragment]> = [
    ['id', sql`${sql(`${ROW}.id`)}`],
    ...ownFields(entity).map(([name]) => [name, storedColumn(reading, name)] as [string, Fragment]),
    ...linkedFields(entity).map(([name, , link]): [string, Fragment] => [
      name,
      linkedValues(sql, chosenEntity(entity, name), link, { value: sql`chosen.id`, order: sql`1` }),
    ]),
    ...Object.keys(entity.computed).map((name): [string, Fragment] => [name, computedColumn(reading, name)]),
  ];
  return values
    .map(([name, value]) => sql`${value} as ${sql(name)}`)
    .reduce((left, right) => sql`${left}, ${right}`);
}

/** The rows with the given ids, in the order of the ids or reversed. */
export async function rowsWithIds(
  reading: ReadContext,
  ids: Fragment,
  direction: 'forwards' | 'backwards' = 'forwards',
): Promise<Item[]> {
  const { sql, entity } = reading;
  const order = direction === 'forwards' ? sql`page.place` : sql`page.place desc`;
  return await sql<Item[]>`
    select ${valuesOf(reading)}
      from unnest(${ids}) with ordinality as page (id, place)
      join ${sql(entity.table)} ${sql(ROW)} on ${sql(`${ROW}.id`)} = page.id
     order by ${order}`;
}

/** One row the viewer can reach; undefined when it is out of scope or missing. */
export async function rowWithId(reading: ReadContext, id: number): Promise<Item | undefined> {
  const { sql, entity } = reading;
  const scope = scopeOf(reading, entity, ROW, 'read') ?? sql`true`;
  const ids = sql`array(select ${sql(ROW)}.id from ${sql(entity.table)} ${sql(ROW)}
    where ${sql(ROW)}.id = ${id} and ${scope})`;
  return (await rowsWithIds(reading, ids))[0];
}
