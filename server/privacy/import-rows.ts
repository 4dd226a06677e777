import type { StudentProblemCode } from '#domain/imports/students/student-problems.ts';
import type { Fragment, Queryable, Transaction } from '#server/db/database.ts';
import { accountsOf, enrolmentsOf } from './person.ts';

/** The refusals of a row that has a code or an address of somebody else: its cells are another person's. */
const ofAnother: readonly StudentProblemCode[] = ['codeOfAnother', 'addressOfAnother'];

/** SQL: whether a cell of row `r` is a value, in the spelling in which imports compare both. */
const isCell = (sql: Queryable, column: string, value: Fragment): Fragment =>
  sql`nullif(import_key(r.cells ->> ${column}::text), '') = import_key(${value})`;

/** SQL: the person's address, unique code or number in a cell of row `r`, by its column. A number is unique in a faculty. */
const cellsOf = (sql: Queryable, userId: number) => {
  const ofEnrolment = (condition: Fragment): Fragment => sql`
    exists (select from students s join colleges c on c.id = s.college_id
             where s.user_id in ${accountsOf(sql, userId)} and ${condition})`;
  const sameFaculty = sql`(fold(r.cells ->> 'faculty') = fold(c.name)
    or exists (select from series v join sections t on t.id = v.section_id where v.id = r.series_id and t.college_id = c.id))`;
  const sameNumber = isCell(sql, 'matricol', sql`s.matricol`);
  return {
    email: sql`exists (select from users u where u.id in ${accountsOf(sql, userId)} and ${isCell(sql, 'email', sql`u.email::text`)})`,
    cnp: ofEnrolment(isCell(sql, 'cnp', sql`s.cnp`)),
    externalId: ofEnrolment(isCell(sql, 'externalId', sql`s.external_id`)),
    matricol: ofEnrolment(sql`${sameNumber} and ${sameFaculty}`),
    matricolAndName: ofEnrolment(sql`${sameNumber} and fold(r.cells ->> 'lastName') = fold(s.last_name)`),
  };
};

/** SQL: the rows of student imports, also those that were read but are not stored as rows yet. */
const everyRow = (sql: Queryable): Fragment => sql`
  (select import_id, line, label, cells, problems, changes, outcome, state, student_id, series_id from student_import_rows
   union all
   select b.import_id, given.line, given.label, given.cells, given.problems, '[]', null, 'unchecked', null, null
     from import_batches b join imports i on i.id = b.import_id and i.kind = 'students',
          jsonb_to_recordset(b.rows) as given (position int, line int, label text, cells jsonb, problems jsonb)
    where not exists (select from student_import_rows s where s.import_id = b.import_id and s.position = given.position))`;

/**
 * SQL: rows of student imports that an import connected with a person, or with one of their identifying values in a cell; a number
 * in another faculty needs the last name too. Such a row can be another person's.
 */
export const importRowsOf = (sql: Queryable, userId: number, rows = everyRow(sql)): Fragment => {
  const { email, cnp, externalId, matricol, matricolAndName } = cellsOf(sql, userId);
  return sql`
    ${rows} r where r.student_id in ${enrolmentsOf(sql, userId)}
      or ${email} or ${cnp} or ${externalId} or ${matricol} or ${matricolAndName}`;
};

/**
 * SQL: whether the cells of such a row are the person's own: they have their personal id; or the row was not refused for a value of
 * somebody else, and either the import connected it with the person or it has both names and no other personal id in good order.
 */
export const isOwnRow = (sql: Queryable, userId: number): Fragment => sql`
  coalesce(${cellsOf(sql, userId).cnp}
   or not exists (select from jsonb_array_elements(r.problems) p where p ->> 'code' = any(${[...ofAnother]}::text[]))
      and (r.outcome <> 'refused' and r.student_id in ${enrolmentsOf(sql, userId)} or
           (import_key(r.cells ->> 'cnp') !~ '^\\d{13}$' or r.problems @> '[{"column": "cnp"}]') and exists (
             select from students s where s.user_id in ${accountsOf(sql, userId)}
                and fold(r.cells ->> 'lastName') = fold(s.last_name) and fold(r.cells ->> 'firstName') = fold(s.first_name))), false)`;

/** SQL: the problems of a row without the parameters of their texts, which can name somebody else. */
export const problemCodes = (sql: Queryable): Fragment => sql`
  (select coalesce(jsonb_agg(jsonb_build_object('column', p.one -> 'column', 'code', p.one -> 'code') order by p.n), '[]')
     from jsonb_array_elements(r.problems) with ordinality as p (one, n))`;

/** SQL: the columns of row `r` with a value of the person, when the row is somebody else's. */
const columnsOf = (sql: Queryable, userId: number): Fragment => {
  const { email, externalId, matricol } = cellsOf(sql, userId);
  return sql`
    array(select c.name from (values ('email', ${email}), ('externalId', ${externalId}), ('matricol', ${matricol})) c (name, own)
           where c.own or r.student_id in ${enrolmentsOf(sql, userId)} and exists (
             select from jsonb_array_elements(r.problems) p where p ->> 'column' = c.name and p ->> 'code' = any(${[...ofAnother]}::text[])))`;
};

/** SQL: whether import `i` is a student file with rows that are not stored as rows yet. */
export const isStudentFileRead = (sql: Queryable): Fragment => sql`
  (i.kind = 'students' and (i.state = 'reading' or exists (select from import_batches b where b.import_id = i.id)))`;

/** SQL: the rows that an erasure deletes or changes. Those of a file whose reading began since then are counted when it ends. */
export const importRowsToErase = (sql: Queryable, userId: number): Fragment => sql`
  (select r.*, ${isOwnRow(sql, userId)} as own, ${columnsOf(sql, userId)} as columns
     from ${importRowsOf(sql, userId, sql`student_import_rows`)}) r
   where (r.own or cardinality(r.columns) > 0 or r.student_id in ${enrolmentsOf(sql, userId)})
     and exists (select from imports i where i.id = r.import_id and not ${isStudentFileRead(sql)})`;

/**
 * Deletes the person's own rows. Somebody else's row stays without the person's values; if it was still to be written, it is refused
 * for the cells that are empty now, and shows so.
 */
export async function eraseImportRows(tx: Transaction, userId: number): Promise<void> {
  await tx`
    with found as materialized (select import_id, position, own, columns from ${importRowsToErase(tx, userId)}),
    gone as (
      delete from student_import_rows d using found f where (d.import_id, d.position) = (f.import_id, f.position) and f.own)
    update student_import_rows r set
           student_id = case when r.student_id in ${enrolmentsOf(tx, userId)} then null else r.student_id end,
           changes = case when r.student_id in ${enrolmentsOf(tx, userId)} then '[]' else (
             select coalesce(jsonb_agg(c), '[]') from jsonb_array_elements(r.changes) c where c ->> 'column' <> all(f.columns)) end,
           label = case when 'email' = any(f.columns) and import_key(r.label) = import_key(r.cells ->> 'email') then '' else r.label end,
           cells = r.cells || (select coalesce(jsonb_object_agg(c, ''), '{}') from unnest(f.columns) c),
           problems = (select coalesce(jsonb_agg(p.one order by p.n), '[]') from jsonb_array_elements(r.problems) with ordinality p (one, n)
                        where p.one ->> 'column' is null or p.one ->> 'column' <> all(f.columns))
             || (select coalesce(jsonb_agg(jsonb_build_object('column', c, 'code', 'empty', 'params', '{}'::jsonb)), '[]') from unnest(f.columns) c),
           outcome = case when r.state in ('ready', 'waiting') then 'refused' else r.outcome end,
           state = case r.state when 'ready' then 'refused' when 'waiting' then 'failed' else r.state end
      from found f where (r.import_id, r.position) = (f.import_id, f.position) and not f.own`;
}
