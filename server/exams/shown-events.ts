import type { Fragment, Queryable } from '#server/db/database.ts';

/** How many events of a kind are shown for each question; the evidence file of an exam has all of them. */
export const maxShown = 100;

/** SQL: the events of exams to show, as a table; the newest of each question and kind, so an owner cannot make it unreadable. */
export const shownEvents = (sql: Queryable, examIds: readonly number[]): Fragment => sql`
  (select * from (
     select *, row_number() over (partition by exam_id, position, kind order by at desc, save_id desc) as nth
       from exam_events where exam_id = any(${[...examIds]}::int[])) ranked
    where nth <= ${maxShown}::int)`;
