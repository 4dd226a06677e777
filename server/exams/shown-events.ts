import type { Fragment, Queryable } from '#server/db/database.ts';

/** How many events of a kind are shown for each question: the first and the last of them. */
export const maxShown = 100;

/**
 * SQL: the events of exams to show, as a table: the first and the last of each question and kind, and the first of each sign-in, so
 * that a taker can neither make it unreadable nor hide that they changed the computer. `omitted` counts the events of the same
 * question and kind that are left out between an event and the next one shown.
 */
export const shownEvents = (sql: Queryable, examIds: readonly number[]): Fragment =>
  shownEventsOf(sql, sql`exam_id = any(${[...examIds]}::int[])`);

/** The same for the exams that a condition on `exam_id` names. */
export const shownEventsOf = (sql: Queryable, ofExams: Fragment): Fragment => sql`
  (select *, coalesce(lead(from_first) over (partition by exam_id, position, kind order by from_first) - from_first - 1, 0)::int as omitted
     from (
     select *, row_number() over (partition by exam_id, position, kind order by at, save_id) as from_first,
            row_number() over (partition by exam_id, position, kind order by at desc, save_id desc) as from_last,
            row_number() over (partition by exam_id, sign_in order by at, save_id) as of_sign_in
       from exam_events where ${ofExams}) ranked
    where least(from_first, from_last) <= ${maxShown / 2}::int or of_sign_in = 1)`;
