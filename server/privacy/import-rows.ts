import type { StudentProblemCode } from '#domain/imports/students/student-problems.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { accountsOf, enrolmentsOf } from './person.ts';

/** The refusals of a row that has a code or an address of somebody else: its cells are another person's. */
const ofAnother: readonly StudentProblemCode[] = ['codeOfAnother', 'addressOfAnother'];

/** SQL: whether a cell of row `r` is a value, in the spelling in which imports compare both. */
const isCell = (sql: Queryable, column: string, value: Fragment): Fragment =>
  sql`nullif(import_key(r.cells ->> ${column}::text), '') = import_key(${value})`;

/**
 * SQL: rows of student imports that an import connected with a person, or with one of their identifying values in a cell. A number
 * is unique in a faculty: elsewhere it needs the last name too. Such a row can be another person's.
 */
export const importRowsOf = (sql: Queryable, userId: number): Fragment => sql`
  student_import_rows r where r.student_id in ${enrolmentsOf(sql, userId)}
    or exists (select from users u where u.id in ${accountsOf(sql, userId)} and ${isCell(sql, 'email', sql`u.email::text`)})
    or exists (
      select from students s join colleges c on c.id = s.college_id where s.user_id in ${accountsOf(sql, userId)} and (
        ${isCell(sql, 'cnp', sql`s.cnp`)} or ${isCell(sql, 'externalId', sql`s.external_id`)}
        or ${isCell(sql, 'matricol', sql`s.matricol`)} and (
          fold(r.cells ->> 'faculty') = fold(c.name) or fold(r.cells ->> 'lastName') = fold(s.last_name)
          or exists (select from series v join sections t on t.id = v.section_id where v.id = r.series_id and t.college_id = c.id))))`;

/**
 * SQL: whether the cells of such a row are the person's own: they have their personal id; or the row was not refused for a value of
 * somebody else, and either the import connected it with the person or it has both names and no other personal id in good order.
 */
export const isOwnRow = (sql: Queryable, userId: number): Fragment => sql`
  (exists (select from students s where s.user_id in ${accountsOf(sql, userId)} and ${isCell(sql, 'cnp', sql`s.cnp`)})
   or not exists (select from jsonb_array_elements(r.problems) p where p ->> 'code' = any(${[...ofAnother]}::text[]))
      and (r.outcome <> 'refused' and r.student_id in ${enrolmentsOf(sql, userId)} or
           (import_key(r.cells ->> 'cnp') !~ '^\\d{13}$' or r.problems @> '[{"column": "cnp"}]') and exists (
             select from students s where s.user_id in ${accountsOf(sql, userId)}
                and fold(r.cells ->> 'lastName') = fold(s.last_name) and fold(r.cells ->> 'firstName') = fold(s.first_name))))`;

/** SQL: the problems of a row without the parameters of their texts, which can name somebody else. */
export const problemCodes = (sql: Queryable): Fragment => sql`
  (select coalesce(jsonb_agg(jsonb_build_object('column', p.one -> 'column', 'code', p.one -> 'code') order by p.n), '[]')
     from jsonb_array_elements(r.problems) with ordinality as p (one, n))`;
