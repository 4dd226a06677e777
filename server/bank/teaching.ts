import { type Actor, isOf } from '#domain/access/actor.ts';
import type { Part } from '#domain/access/discipline-rights.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';

/** The teaching role as the database returns it: never null. */
export type StoredPart = NonNullable<Part> | null;

/** The actor's teaching role in the discipline a column refers to. */
export const partIn = (sql: Queryable, actor: Actor, discipline: Fragment): Fragment =>
  sql`(select mine.part from discipline_teachers mine
        where mine.discipline_id = ${discipline} and mine.email = ${actor.email})`;

/** The rule `mayReadQuestions` as SQL on the discipline a column refers to. */
export function bankIsReadable(sql: Queryable, actor: Actor, discipline: Fragment): Fragment {
  if (isOf(actor, 'admin')) return sql`true`;
  if (!isOf(actor, 'teacher')) return sql`false`;
  return sql`${discipline} in (select mine.discipline_id from discipline_teachers mine where mine.email = ${actor.email})`;
}
