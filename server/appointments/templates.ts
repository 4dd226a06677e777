import type { Fragment, Queryable } from '#server/db/database.ts';
import { matchesExam } from '#server/exams/conditions.ts';

/** How many templates the papers of an exam are made from in a session; none where each student's paper is drawn. */
export async function countTemplates(
  sql: Queryable,
  examSessionId: number,
): Promise<(customExamId: number) => number> {
  const rows = await sql<{ customExamId: number; count: number }[]>`
    select t.custom_exam_id as "customExamId", count(*)::int as count
      from template_groups t join exam_sessions s on s.id = t.exam_session_id
     where s.id = ${examSessionId} and s.pregenerated and ${matchesExam(sql)} group by 1`;
  const counts = new Map(rows.map(({ customExamId, count }) => [customExamId, count]));
  return (customExamId) => counts.get(customExamId) ?? 0;
}

/** The templates `t` under a condition that students of a session may still get. */
export async function countServed(sql: Queryable, of: Fragment): Promise<number> {
  const [counted] = await sql<{ count: number }[]>`
    select count(*)::int as count from template_groups t join exam_sessions s on s.id = t.exam_session_id
     where ${of} and s.pregenerated and s.end_date >= current_date and ${matchesExam(sql)}`;
  return counted?.count ?? 0;
}
