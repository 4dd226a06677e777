import type { Queryable } from '#server/db/database.ts';

/**
 * The given questions that are on the paper of an official exam or in a template. Appeals about them and their settlement belong to
 * their discipline, which they do not leave.
 */
export async function selectServed(sql: Queryable, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await sql<{ id: number }[]>`
    select q.id from questions q where q.id = any(${[...ids]}::int[]) and exists (
      select from question_versions v where v.question_id = q.id and (
        exists (select from exam_questions x join exams e on e.id = x.exam_id join exam_groups g on g.id = e.group_id
                 where x.question_version_id = v.id and g.kind = 'official')
        or exists (select from template_questions t where t.question_version_id = v.id)))`;
  return new Set(rows.map(({ id }) => id));
}
