import type { Item } from '#contract/item.ts';
import type { Fragment } from '#server/db/database.ts';
import { allOf } from '#server/scopes/conditions.ts';
import { chosenEntity, columnOf, computedValue, isText, ROW } from './columns.ts';
import { type Reading, rowsWithIds, scopeOf, storedColumn } from './reading.ts';

/** Which rows are asked for, and in which order. */
export type Question = {
  readonly search?: string | undefined;
  readonly sort?: string | undefined;
  readonly desc: boolean;
  readonly parentId?: number | undefined;
};

export type Page = { readonly items: readonly Item[]; readonly total: number };

/** The rows that are meant: those in scope, under the parent if one is named, that hold the searched text. */
function meant(reading: Reading, { search, parentId }: Question): Fragment {
  const { sql, entity } = reading;
  const scope = scopeOf(reading, entity, ROW, 'read');
  return allOf(sql, [
    ...(scope ? [scope] : []),
    ...(search ? [sql`${sql(`${ROW}.search`)} like search_pattern(${search})`] : []),
    ...(parentId !== undefined && entity.parent
      ? [sql`${sql(`${ROW}.${columnOf(entity, entity.parent.via)}`)} = ${parentId}`]
      : []),
  ]);
}

type Order = { readonly join: Fragment; readonly key: Fragment };

/** What rows are ordered by; a looked-up text is joined only then. */
function orderOf(reading: Reading, name: string): Order {
  const { sql, entity } = reading;
  const none = sql``;
  const inRomanian = (key: Fragment) => sql`${key} collate "ro-x-icu"`;
  const computed = entity.computed[name];
  if (computed === undefined) {
    const key = storedColumn(reading, name);
    return { join: none, key: isText(entity.fields[name]) ? inRomanian(key) : key };
  }
  if (computed.from !== 'lookup') {
    const childScope = (child: typeof entity, row: string) =>
      scopeOf(reading, child, row, 'read') ?? sql`true`;
    return { join: none, key: computedValue(sql, entity, computed, childScope) };
  }
  const chosen = chosenEntity(entity, computed.field);
  const key = sql`${sql(`chosen.${columnOf(chosen, computed.show)}`)}`;
  return {
    join: sql`left join ${sql(chosen.table)} chosen
      on chosen.id = ${sql(`${ROW}.${columnOf(entity, computed.field)}`)}`,
    key: isText(chosen.fields[computed.show]) ? inRomanian(key) : key,
  };
}

/** The ids of the meant rows in their order, ties by id; read from the far end when `backwards`. */
function orderedIds(reading: Reading, question: Question, backwards: boolean, cut: Fragment): Fragment {
  const { sql, entity } = reading;
  const { join, key } = orderOf(reading, question.sort ?? entity.order);
  const direction = question.desc === backwards ? sql`asc` : sql`desc`;
  return sql`select ${sql(`${ROW}.id`)} from ${sql(entity.table)} ${sql(ROW)} ${join}
    where ${meant(reading, question)}
    order by ${key} ${direction}, ${sql(`${ROW}.id`)} ${direction} ${cut}`;
}

async function count(reading: Reading, question: Question): Promise<number> {
  const { sql, entity } = reading;
  const [row] = await sql<{ count: number }[]>`
    select count(*) from ${sql(entity.table)} ${sql(ROW)} where ${meant(reading, question)}`;
  return row?.count ?? 0;
}

async function rows(reading: Reading, question: Question, skip: number, take: number): Promise<Item[]> {
  const { sql } = reading;
  const ids = orderedIds(reading, question, false, sql`offset ${skip} limit ${take}`);
  return rowsWithIds(reading, sql`array(${ids})`);
}

/** The same rows, counted from the end: the last page is as quick as the first. */
async function rowsFromTheEnd(
  reading: Reading,
  question: Question,
  after: number,
  take: number,
): Promise<Item[]> {
  const { sql } = reading;
  const ids = orderedIds(reading, question, true, sql`offset ${after} limit ${take}`);
  return rowsWithIds(reading, sql`array(${ids})`, 'backwards');
}

/** One page of a list and the number of all rows that are meant. */
export async function page(
  reading: Reading,
  question: Question,
  { skip, take }: { readonly skip: number; readonly take: number },
): Promise<Page> {
  if (skip === 0) {
    const [items, total] = await Promise.all([rows(reading, question, 0, take), count(reading, question)]);
    return { items, total };
  }
  const total = await count(reading, question);
  if (skip >= total) return { items: [], total };
  const end = Math.min(skip + take, total);
  const items =
    skip <= total / 2
      ? await rows(reading, question, skip, take)
      : await rowsFromTheEnd(reading, question, total - end, end - skip);
  return { items, total };
}

/** The ids of all rows that are meant, in order: where an export begins. */
export async function allIds(reading: Reading, question: Question): Promise<number[]> {
  const { sql } = reading;
  const found = await sql<{ id: number }[]>`${orderedIds(reading, question, false, sql``)}`;
  return found.map((row) => row.id);
}
