import type { QueryOfCall } from '#contract/call.ts';
import type { ImportSummary, StudentImport } from '#contract/imports.ts';
import {
  type AbsentStudent,
  type listAbsentStudents,
  type listStudentRows,
  maxCompared,
  type StudentImportRow,
  type StudentRowFilter,
} from '#contract/student-imports.ts';
import { refuse } from '#domain/errors.ts';
import type { Finding } from '#domain/imports/findings.ts';
import { storedCells } from '#domain/imports/students/student-columns.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { lastRead } from '#server/features/imports/import-batches.ts';

type Row = ImportSummary &
  StudentImport['counts'] & { readonly encoding: string | null; readonly findings: Finding[] };

/** The series of the file, if it should name all their students. */
const comparedSeries = (sql: Queryable, importId: number): Fragment => sql`
  (select distinct r.series_id from student_import_rows r join imports i on i.id = r.import_id
    where r.import_id = ${importId} and r.series_id is not null and not i.partial)`;

/**
 * Students of the series in the file whom no row names. A row that is not imported names the students with its code, its
 * number in the faculty or its address. These keys cost more than an id, so they are compared last (`offset 0`).
 */
const absentFrom = (sql: Queryable, importId: number): Fragment => {
  const lost = sql`student_import_rows r where r.import_id = ${importId} and r.state in ('refused', 'failed')`;
  return sql`
  (select s.id, s.college_id, s.external_id, s.matricol, s.email from students s
    where s.series_id in ${comparedSeries(sql, importId)}
      and not exists (select from student_import_rows r where r.import_id = ${importId} and r.student_id = s.id) offset 0) s
   where not exists (select from ${lost} and import_key(r.cells ->> 'externalId') = nullif(import_key(s.external_id), ''))
    and not exists (select from ${lost} and import_key(r.cells ->> 'email') = import_key(s.email::text))
    and not exists (select from ${lost} and import_key(r.cells ->> 'matricol') = nullif(import_key(s.matricol), '')
                       and coalesce((select n.college_id from series e join sections n on n.id = e.section_id
                                      where e.id = r.series_id), s.college_id) = s.college_id)`;
};

/** The series that the file names, with the first of them. */
async function selectCompared(sql: Queryable, importId: number): Promise<StudentImport['compared']> {
  const rows = await sql<(StudentImport['compared']['first'][number] & { readonly total: number })[]>`
    select c.name as "collegeName", n.name as "sectionName", e.name as "seriesName", e.year, count(*) over ()::int as total
      from series e join sections n on n.id = e.section_id join colleges c on c.id = n.college_id
     where e.id in ${comparedSeries(sql, importId)}
     order by c.name collate natural_ro, n.name collate natural_ro, e.year, e.name collate natural_ro, e.id
     limit ${maxCompared}`;
  return { series: rows[0]?.total ?? 0, first: rows.map(({ total: _, ...one }) => one) };
}

/** A student import of any uploader: its planned changes or its progress. */
export async function selectStudentImport(sql: Queryable, id: number): Promise<StudentImport> {
  const [row] = await sql<Row[]>`
    select i.id, i.file_name as "fileName", i.format, i.state, i.made_at as "madeAt", i.finished_at as "finishedAt",
           i.encoding, i.findings, u.name as "madeBy", counted.*,
           case when i.state not in ('checking', 'writing') then (select count(*) from ${absentFrom(sql, id)}) end as absent
      from imports i join users u on u.id = i.made_by cross join lateral (
        select greatest(count(*), ${lastRead(sql)}) as rows,
               count(*) filter (where state = 'written') as written,
               count(*) filter (where outcome = 'create' and state <> 'failed') as create,
               count(*) filter (where outcome = 'change' and state <> 'failed') as change,
               count(*) filter (where outcome = 'same' and state <> 'failed') as same,
               count(*) filter (where state = 'refused') as refused,
               count(*) filter (where state in ('refused', 'failed')) as "notImported",
               count(*) filter (where problems <> '[]' and state <> 'unchecked') as "withProblems",
               count(*) filter (where state = 'unchecked') + greatest(${lastRead(sql)} - count(*), 0) as unchecked,
               count(*) filter (where state = 'waiting') as waiting,
               count(*) filter (where state = 'failed') as failed
          from student_import_rows where import_id = i.id) counted
     where i.id = ${id} and i.kind = 'students'`;
  if (!row) return refuse('resource.notFound');
  const {
    create,
    change,
    same,
    refused,
    notImported,
    withProblems,
    unchecked,
    waiting,
    failed,
    absent,
    ...summary
  } = row;
  return {
    ...summary,
    kind: 'students',
    // Like the absent students, not with every progress report.
    compared: absent === null ? { series: 0, first: [] } : await selectCompared(sql, id),
    counts: { create, change, same, refused, notImported, withProblems, unchecked, waiting, failed, absent },
  };
}

const filters: Record<StudentRowFilter, (sql: Queryable) => Fragment> = {
  all: (sql) => sql`true`,
  create: (sql) => sql`outcome = 'create' and state <> 'failed'`,
  change: (sql) => sql`outcome = 'change' and state <> 'failed'`,
  same: (sql) => sql`outcome = 'same' and state <> 'failed'`,
  refused: (sql) => sql`state = 'refused'`,
  problems: (sql) => sql`problems <> '[]'`,
  failed: (sql) => sql`state = 'failed'`,
};

/** A page of the rows of an import, with the filtered total. */
export async function studentRowPage(
  sql: Queryable,
  importId: number,
  { skip, take, rows: filter }: QueryOfCall<typeof listStudentRows>,
): Promise<{ items: StudentImportRow[]; total: number }> {
  const condition = sql`import_id = ${importId} and state <> 'unchecked' and ${filters[filter](sql)}`;
  const [items, [counted]] = await Promise.all([
    sql<StudentImportRow[]>`
      select position, line, label, outcome, state, cells, problems, changes, student_id as "studentId"
        from student_import_rows where ${condition} order by position offset ${skip} limit ${take}`,
    sql<{ count: number }[]>`select count(*) from student_import_rows where ${condition}`,
  ]);
  return {
    items: items.map((row) => ({ ...row, cells: storedCells(row.cells) })),
    total: counted?.count ?? 0,
  };
}

/** A page of the students that are not in the file, by name. */
export async function absentStudentPage(
  sql: Queryable,
  importId: number,
  { skip, take }: QueryOfCall<typeof listAbsentStudents>,
): Promise<{ items: AbsentStudent[]; total: number }> {
  const [items, [counted]] = await Promise.all([
    sql<AbsentStudent[]>`
      select s.id, s.last_name as "lastName", s.first_name as "firstName", s.email::text, s.external_id as "externalId",
             s.matricol as "nrMatricol", c.name as "collegeName", n.name as "sectionName", e.name as "seriesName", s.year
        from (select id from ${absentFrom(sql, importId)}) found join students s using (id)
        join colleges c on c.id = s.college_id join sections n on n.id = s.section_id join series e on e.id = s.series_id
       order by s.last_name collate "ro-x-icu", s.first_name collate "ro-x-icu", s.id offset ${skip} limit ${take}`,
    sql<{ count: number }[]>`select count(*) from ${absentFrom(sql, importId)}`,
  ]);
  return { items, total: counted?.count ?? 0 };
}
