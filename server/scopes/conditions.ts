import type { Fragment, Queryable } from '#server/db/database.ts';

/** A row is reached when any of the conditions holds; no condition reaches nothing. */
export function anyOf(sql: Queryable, conditions: readonly Fragment[]): Fragment {
  return conditions.length === 0
    ? sql`false`
    : sql`(${conditions.reduce((left, right) => sql`${left} or ${right}`)})`;
}

/** A row is reached when all of the conditions hold. */
export function allOf(sql: Queryable, conditions: readonly Fragment[]): Fragment {
  return conditions.length === 0
    ? sql`true`
    : sql`(${conditions.reduce((left, right) => sql`${left} and ${right}`)})`;
}
