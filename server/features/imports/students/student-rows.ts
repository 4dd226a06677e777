import type { QueryOfCall } from '#contract/call.ts';
import type { ImportSummary, StudentImport } from '#contract/imports.ts';
import type {
  AbsentStudent,
  listAbsentStudents,
  listStudentRows,
  StudentImportRow,
  StudentRowFilter,
} from '#contract/student-imports.ts';
import type { Actor } from '#domain/access/actor.ts';
import { refuse } from '#domain/errors.ts';
import type { Finding } from '#domain/imports/findings.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';

type Row = ImportSummary &
  StudentImport['counts'] & { readonly encoding: string | null; readonly findings: Finding[] };

/** Students of the series in the file that match none of its rows. */
const absentFrom = (sql: Queryable, importId: number): Fragment => sql`
  students s where s.series_id in (select distinct series_id from student_import_rows
                                    where import_id = ${importId} and series_id is not null)
    and not exists (select from student_import_rows r where r.import_id = ${importId} and r.student_id = s.id)`;

/** One of the actor's own student imports: its planned changes or its progress. */
export async function selectStudentImport(sql: Queryable, actor: Actor, id: number): Promise<StudentImport> {
  const [row] = await sql<Row[]>`
    select i.id, i.file_name as "fileName", i.format, i.state, i.made_at as "madeAt", i.finished_at as "finishedAt",
           i.encoding, i.findings, counted.*, (select count(*) from ${absentFrom(sql, id)}) as absent
      from imports i cross join lateral (
        select count(*) as rows,
               count(*) filter (where state = 'written') as written,
               count(*) filter (where outcome = 'create') as create,
               count(*) filter (where outcome = 'change') as change,
               count(*) filter (where outcome = 'same') as same,
               count(*) filter (where outcome = 'refused') as refused,
               count(*) filter (where problems <> '[]') as "withProblems",
               count(*) filter (where state = 'waiting') as waiting,
               count(*) filter (where state = 'failed') as failed
          from student_import_rows where import_id = i.id) counted
     where i.id = ${id} and i.made_by = ${actor.userId} and i.kind = 'students'`;
  if (!row) return refuse('resource.notFound');
  const { create, change, same, refused, withProblems, waiting, failed, absent, ...summary } = row;
  return {
    ...summary,
    kind: 'students',
    counts: { create, change, same, refused, withProblems, waiting, failed, absent },
  };
}

const filters: Record<StudentRowFilter, (sql: Queryable) => Fragment> = {
  all: (sql) => sql`true`,
  create: (sql) => sql`outcome = 'create'`,
  change: (sql) => sql`outcome = 'change'`,
  same: (sql) => sql`outcome = 'same'`,
  refused: (sql) => sql`outcome = 'refused'`,
  problems: (sql) => sql`problems <> '[]'`,
  failed: (sql) => sql`state = 'failed'`,
};

/** A page of the rows of an import, with the filtered total. */
export async function studentRowPage(
  sql: Queryable,
  importId: number,
  { skip, take, rows: filter }: QueryOfCall<typeof listStudentRows>,
): Promise<{ items: StudentImportRow[]; total: number }> {
  const condition = sql`import_id = ${importId} and ${filters[filter](sql)}`;
  const [items, [counted]] = await Promise.all([
    sql<StudentImportRow[]>`
      select position, line, label, outcome, state, cells, problems, changes, student_id as "studentId"
        from student_import_rows where ${condition} order by position offset ${skip} limit ${take}`,
    sql<{ count: number }[]>`select count(*) from student_import_rows where ${condition}`,
  ]);
  return { items, total: counted?.count ?? 0 };
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
