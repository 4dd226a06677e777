import type { Fragment, Queryable } from '#server/db/database.ts';

/** Whether account `u` is of a teacher. */
export const teaches = (sql: Queryable): Fragment =>
  sql`(u.is_teacher or exists (select from discipline_teachers t where t.email = u.email))`;

export const isSecretary = (sql: Queryable): Fragment =>
  sql`exists (select from secretaries s where s.email = u.email)`;

/** A trigger keeps `students.user_id` the account of the enrolment's address. */
export const isEnrolled = (sql: Queryable): Fragment =>
  sql`exists (select from students e where e.user_id = u.id)`;
