import { importKey } from '#domain/imports/students/student-cells.ts';
import type { StudentCells } from '#domain/imports/students/student-columns.ts';
import { type StoredStudent, StudentIndex } from '#domain/imports/students/student-index.ts';
import type { StudyTree, TreeCollege } from '#domain/imports/students/study-tree.ts';
import type { Queryable } from '#server/db/database.ts';

/** The faculties with their specializations and series; small even with many students. */
export async function selectStudyTree(sql: Queryable): Promise<StudyTree> {
  const [row] = await sql<{ tree: TreeCollege[] }[]>`
    select coalesce(json_agg(json_build_object('id', c.id, 'code', c.code, 'name', c.name, 'sections', (
      select coalesce(json_agg(json_build_object('id', s.id, 'code', s.code, 'name', s.name, 'series', (
        select coalesce(json_agg(json_build_object('id', e.id, 'code', e.code::text, 'name', e.name, 'year', e.year)
                                 order by e.id), '[]') from series e where e.section_id = s.id)) order by s.id), '[]')
        from sections s where s.college_id = c.id)) order by c.id), '[]') as tree
      from colleges c`;
  return row?.tree ?? [];
}

/** The enrolments that rows of a file may match: by unique code, registration number or address. */
export async function selectStudentIndex(
  sql: Queryable,
  rows: readonly StudentCells[],
  tree: StudyTree,
): Promise<StudentIndex> {
  const given = (column: 'externalId' | 'matricol' | 'email') =>
    [...new Set(rows.map((cells) => importKey(cells[column])))].filter((text) => text !== '');
  const students = await sql<StoredStudent[]>`
    select s.id, s.email::text, s.first_name as "firstName", s.last_name as "lastName", s.cnp, s.phone_number as phone,
           s.year, s.college_id as "collegeId", s.section_id as "sectionId", s.series_id as "seriesId",
           c.name as "collegeName", n.name as "sectionName", e.name as "seriesName",
           s.external_id as "externalId", s.matricol
      from (select id from students where import_key(external_id) = any(${given('externalId')}::text[])
            union select id from students where college_id = any(${tree.map(({ id }) => id)}::int[])
                                            and import_key(matricol) = any(${given('matricol')}::text[])
            union select id from students where email = any(${given('email')}::citext[])) found
      join students s using (id) join colleges c on c.id = s.college_id join sections n on n.id = s.section_id
      join series e on e.id = s.series_id order by s.id`;
  const [now] = await sql<{ today: string; disabled: string[] }[]>`
    select current_date::text as today, array(
      select email::text from users where email = any(${given('email')}::citext[]) and disabled_at is not null) as disabled`;
  return new StudentIndex(now?.today ?? '', students, now?.disabled);
}
