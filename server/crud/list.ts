import type { Entity } from '#contract/entity.ts';
import type { Item } from '#contract/item.ts';
import type { Fragment } from '#server/db/database.ts';
import { allOf } from '#server/scopes/conditions.ts';
import { chosenEntity, columnOf, ROW, shownColumn, showsText } from './columns.ts';
import { computedColumn, type ReadContext, rowsWithIds, scopeOf, storedColumn } from './reading.ts';

/** Which rows to list, in which order. */
export type RowsQuery = {
  readonly search?: string | undefined;
  readonly sort?: string | undefined;
  readonly desc: boolean;
  readonly parentId?: number | undefined;
  /** The values to filter by, by field name. */
  readonly filters?: Readonly<Record<string, number>> | undefined;
};

/** The filters of an entity's list that a query names. */
export function filtersOf(
  entity: Entity,
  query: Readonly<Record<string, unknown>>,
): Readonly<Record<string, number>> {
  const given = (entity.filters ?? []).map((name) => [name, query[name]] as const);
  return Object.fromEntries(given.filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
}

export type Page = { readonly items: readonly Item[]; readonly total: number };

/** How a search runs: through the index, or by filtering rows in sort order. */
type SearchMode = 'indexed' | 'inPassing';

/** One or two letters have no trigram, so the index would be scanned completely. */
const shortestIndexed = 3;

/** Folding runs in a subquery, once; a plain call would run per row. */
function matches({ sql }: ReadContext, search: string, mode: SearchMode): Fragment {
  return mode === 'indexed' && search.length >= shortestIndexed
    ? sql`${sql(`${ROW}.search`)} like (select search_pattern(${search}))`
    : sql`strpos(${sql(`${ROW}.search`)}, (select fold(${search}))) > 0`;
}

/** The filter of a list: scope, parent if given, filters, search text. */
function limits(
  reading: ReadContext,
  { search, parentId, filters = {} }: RowsQuery,
  mode: SearchMode,
): readonly Fragment[] {
  const { sql, entity } = reading;
  const scope = scopeOf(reading, entity, ROW, 'read');
  return [
    ...(scope ? [scope] : []),
    ...(search ? [matches(reading, search, mode)] : []),
    ...(parentId !== undefined && entity.parent
      ? [sql`${sql(`${ROW}.${columnOf(entity, entity.parent.via)}`)} = ${parentId}`]
      : []),
    ...Object.entries(filters).map(
      ([name, value]) => sql`${sql(`${ROW}.${columnOf(entity, name)}`)} = ${value}`,
    ),
  ];
}

type Order = { readonly join: Fragment; readonly key: Fragment };

/** The sort expression; a looked-up text is joined only when sorted by. */
function orderOf(reading: ReadContext, name: string): Order {
  const { sql, entity } = reading;
  const none = sql``;
  const inRomanian = (key: Fragment) => sql`${key} collate natural_ro`;
  const computed = entity.computed[name];
  if (computed === undefined) {
    const key = storedColumn(reading, name);
    return { join: none, key: showsText(entity, name) ? inRomanian(key) : key };
  }
  if (computed.from !== 'lookup') return { join: none, key: computedColumn(reading, name) };
  const chosen = chosenEntity(entity, computed.field);
  const key = shownColumn(sql, chosen, computed.show, 'chosen');
  return {
    join: sql`left join ${sql(chosen.table)} chosen
      on chosen.id = ${sql(`${ROW}.${columnOf(entity, computed.field)}`)}`,
    key: showsText(chosen, computed.show) ? inRomanian(key) : key,
  };
}

/**
 * How to get sorted rows. `few` are collected, then sorted; `many` are found quickly along the sort index. PostgreSQL's
 * own choice can be wrong and then scans the whole table.
 */
type Amount = 'few' | 'many';
const fewAtMost = 3000;

type Cut = { readonly skip: number; readonly take: number };

/** Breaks ties in the entity's own order. */
function tieBreaker(reading: ReadContext, sort: string, direction: Fragment): Fragment {
  const { sql, entity } = reading;
  if (sort !== entity.order || entity.thenBy === undefined) return sql``;
  return sql`${orderOf(reading, entity.thenBy).key} ${direction},`;
}

/** The ids of the matching rows in order, the last ties by id; from the end when `backwards`. */
function orderedIds(
  reading: ReadContext,
  question: RowsQuery,
  { amount, backwards, cut }: { amount: Amount; backwards: boolean; cut?: Cut },
): Fragment {
  const { sql, entity } = reading;
  const sort = question.sort ?? entity.order;
  const { join, key } = orderOf(reading, sort);
  const direction = question.desc === backwards ? sql`asc` : sql`desc`;
  const order = sql`${join} order by ${key} ${direction},
    ${tieBreaker(reading, sort, direction)} ${sql(`${ROW}.id`)} ${direction}
    ${cut ? sql`offset ${cut.skip} limit ${cut.take}` : sql``}`;
  const table = sql`${sql(entity.table)} ${sql(ROW)}`;
  const filter = allOf(sql, limits(reading, question, amount === 'few' ? 'indexed' : 'inPassing'));
  return amount === 'few'
    ? sql`with ${sql(ROW)} as materialized (select * from ${table} where ${filter})
        select ${sql(`${ROW}.id`)} from ${sql(ROW)} ${order}`
    : sql`select ${sql(`${ROW}.id`)} from (select * from ${table} where ${filter}) ${sql(ROW)} ${order}`;
}

async function count(reading: ReadContext, question: RowsQuery): Promise<number> {
  const { sql, entity } = reading;
  const [row] = await sql<{ count: number }[]>`
    select count(*) from ${sql(entity.table)} ${sql(ROW)} where ${allOf(sql, limits(reading, question, 'indexed'))}`;
  return row?.count ?? 0;
}

async function rows(
  reading: ReadContext,
  question: RowsQuery,
  cut: Cut,
  { amount, backwards }: { amount: Amount; backwards: boolean },
): Promise<Item[]> {
  const ids = orderedIds(reading, question, { amount, backwards, cut });
  return rowsWithIds(reading, reading.sql`array(${ids})`, backwards ? 'backwards' : 'forwards');
}

/** Pages beyond the middle are read from the end: the last one is as fast as the first. */
async function rowsOf(reading: ReadContext, question: RowsQuery, { skip, take }: Cut, total: number) {
  if (skip >= total) return [];
  const amount = total <= fewAtMost ? 'few' : 'many';
  const end = Math.min(skip + take, total);
  return skip <= total / 2
    ? rows(reading, question, { skip, take }, { amount, backwards: false })
    : rows(reading, question, { skip: total - end, take: end - skip }, { amount, backwards: true });
}

/** Whether most rows are likely to match: no search, or one or two letters. */
function isBroad(reading: ReadContext, question: RowsQuery): boolean {
  const narrowing = limits(reading, { ...question, search: undefined }, 'indexed');
  return narrowing.length === 0 && (question.search?.length ?? 0) < shortestIndexed;
}

/** One page of a list and the total number of matching rows. */
export async function page(reading: ReadContext, question: RowsQuery, cut: Cut): Promise<Page> {
  if (cut.skip === 0 && isBroad(reading, question)) {
    const [items, total] = await Promise.all([
      rows(reading, question, cut, { amount: 'many', backwards: false }),
      count(reading, question),
    ]);
    return { items, total };
  }
  const total = await count(reading, question);
  return { items: await rowsOf(reading, question, cut, total), total };
}

/**
 * The ids of all matching rows in order, for exports: texts of PostgreSQL arrays. As rows they would occupy the event loop for a tenth of
 * a second per 100,000.
 */
export async function idBlocks(reading: ReadContext, question: RowsQuery, size: number): Promise<string[]> {
  const { sql } = reading;
  const ids = orderedIds(reading, question, { amount: 'few', backwards: false });
  const blocks = await sql<{ ids: string }[]>`
    select ids[first : first + ${size}::int - 1]::text as ids
    from (select array(${ids}) as ids) as ordered, generate_series(1, cardinality(ids), ${size}::int) as first
    order by first`;
  return blocks.map((block) => block.ids);
}
