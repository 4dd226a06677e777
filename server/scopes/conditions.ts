import type { Fragment, Queryable } from '#server/db/database.ts';

/** Matches a row when any of the conditions holds; without conditions it matches none. */
export function anyOf(sql: Queryable, conditions: readonly Fragment[]): Fragment {
  return conditions.length === 0
    ? sql`false`
    : sql`(${conditions.reduce((left, right) => sql`${left} or ${right}`)})`;
}

/** Matches a row when all of the conditions hold. */
export function allOf(sql: Queryable, conditions: readonly Fragment[]): Fragment {
  return conditions.length === 0
    ? sql`true`
    : sql`(${conditions.reduce((left, right) => sql`${left} and ${right}`)})`;
}
