import type { Fragment, Queryable } from '#server/db/database.ts';

/** The name of exam `e` as one of several parts of sitting `g`; the name of the sitting where it is the only one. */
export const partName = (sql: Queryable): Fragment => sql`
  case when exists (select from exams o where o.group_id = g.id and o.id <> e.id) then e.name else g.name end`;

/** The name of exam `e` of sitting `g`, with its part where there are several. */
export const nameWithPart = (sql: Queryable): Fragment =>
  sql`concat_ws(', ', g.name, nullif(${partName(sql)}, g.name))`;
