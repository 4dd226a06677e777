import type { Fragment, Queryable } from '#server/db/database.ts';

/** The number of questions in the chapter a column refers to. */
export const enteredInChapter = (sql: Queryable, chapter: Fragment): Fragment =>
  sql`(select count(*)::int from questions q where q.chapter_id = ${chapter} and q.removed_at is null)`;

/** The number of questions in all chapters of the discipline a column refers to. */
export const enteredInDiscipline = (sql: Queryable, discipline: Fragment): Fragment =>
  sql`(select count(*)::int from questions q join chapters ch on ch.id = q.chapter_id
        where ch.discipline_id = ${discipline} and ch.removed_at is null and q.removed_at is null)`;
