import { type Actor, isOf } from '#domain/access/actor.ts';
import type { Part } from '#domain/access/discipline-rights.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';

/** A part as the database has it: nothing is null there. */
export type StoredPart = NonNullable<Part> | null;

/** What the actor is to the discipline that a column names. */
export const partIn = (sql: Queryable, actor: Actor, discipline: Fragment): Fragment =>
  sql`(select mine.part from discipline_teachers mine
        where mine.discipline_id = ${discipline} and mine.email = ${actor.email})`;

/** The rule `mayReadQuestions` as a condition on the discipline that a column names. */
export function bankIsReadable(sql: Queryable, actor: Actor, discipline: Fragment): Fragment {
  if (isOf(actor, 'admin')) return sql`true`;
  if (!isOf(actor, 'teacher')) return sql`false`;
  return sql`${discipline} in (select mine.discipline_id from discipline_teachers mine where mine.email = ${actor.email})`;
}
