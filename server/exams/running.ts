import type { Queryable } from '#server/db/database.ts';

/** Whether an official exam of somebody has begun and is not finished. */
export async function hasRunningExam(sql: Queryable, userId: number): Promise<boolean> {
  const rows = await sql`
    select from exam_groups g join exams e on e.group_id = g.id
     where g.user_id = ${userId} and g.kind = 'official' and e.started_at is not null and e.finished_at is null limit 1`;
  return rows.count > 0;
}
