import type { Actor } from '#domain/access/actor.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';

/** Whether the actor holds a discipline. */
export const holdsDiscipline = (
  sql: Queryable,
  { email }: Actor,
  discipline: Fragment,
): Fragment => sql`exists (
  select from discipline_teachers t where t.discipline_id = ${discipline} and t.email = ${email} and t.part = 'holder')`;
