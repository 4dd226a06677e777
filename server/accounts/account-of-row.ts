import type { Fragment, Queryable } from '#server/db/database.ts';

/** The id of the account behind the address of a row. */
export const accountOf = (sql: Queryable, _viewer: unknown, row: string): Fragment =>
  sql`(select account.id from users account where account.email = ${sql(`${row}.email`)})`;
