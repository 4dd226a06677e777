import { refuse } from '#domain/errors.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';

/** Whether somebody marked a person as a relative, by whichever of their enrolments. */
export const isRelative = (
  sql: Queryable,
  userId: number | Fragment,
  person: Fragment,
): Fragment => sql`exists (
  select from relatives r join students marked on marked.id = r.student_id
   where r.user_id = ${userId} and marked.user_id = ${person})`;

/** Whether a user is this person or a relative; then they decide nothing about them (ROLE-5). */
export const isConcerned = (sql: Queryable, userId: number, person: Fragment): Fragment =>
  sql`(${person} = ${userId} or ${isRelative(sql, userId, person)})`;

/** Refuses to decide about oneself or a relative, also before there is a sitting (ROLE-5). */
export async function refuseConcernedPerson(sql: Queryable, userId: number, personId: number): Promise<void> {
  const concerned = await sql`select where ${isConcerned(sql, userId, sql`${personId}::int`)}`;
  if (concerned.count > 0) refuse('sitting.concerned');
}

/** The sittings of somebody and of those they marked as relatives: they decide nothing about these (ROLE-5). */
export const concernedSittings = (sql: Queryable, userId: number): Fragment => sql`
  select own.id from exam_groups own where own.user_id = ${userId}
  union
  select theirs.id from relatives r join students marked on marked.id = r.student_id
    join exam_groups theirs on theirs.user_id = marked.user_id where r.user_id = ${userId}`;

/** Refuses to decide about a sitting that somebody, or a relative of theirs, sat (ROLE-5). */
export async function refuseConcerned(sql: Queryable, userId: number, groupId: number): Promise<void> {
  const concerned = await sql`select where ${groupId}::int in (${concernedSittings(sql, userId)})`;
  if (concerned.count > 0) refuse('sitting.concerned');
}
