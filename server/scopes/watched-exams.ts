import { type Actor, isOf } from '#domain/access/actor.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { anyOf } from './conditions.ts';
import { placesInScope } from './secretary-places.ts';
import { type Viewer, viewerOf } from './viewer.ts';

/** The official exams staff may look into: `exams e`, `exam_groups g`, `students p`. */
function watched(sql: Queryable, { actor, assignments }: Viewer): Fragment {
  if (isOf(actor, 'admin')) return sql`true`;
  return anyOf(sql, [
    ...(isOf(actor, 'secretary') ? [placesInScope(sql, assignments, 'p')] : []),
    ...(isOf(actor, 'teacher')
      ? [
          sql`exists (select from custom_exam_disciplines a join discipline_teachers t on t.discipline_id = a.discipline_id
                       where a.part_id = e.part_id and t.email = ${actor.email} and t.part = 'holder')`,
        ]
      : []),
  ]);
}

/** Whether staff may look into an exam: administrators, secretaries of the student, holders of what is asked (ROLE-5). */
export async function watchedExam(sql: Queryable, actor: Actor, examId: number): Promise<boolean> {
  const viewer = await viewerOf(sql, actor);
  const rows = await sql`
    select from exams e join exam_groups g on g.id = e.group_id join students p on p.id = g.student_id
     where e.id = ${examId} and g.kind = 'official' and ${watched(sql, viewer)}`;
  return rows.count > 0;
}

/** The exams of a sitting that staff may look into; a holder sees those that ask a discipline they hold. */
export async function watchedExamsOf(sql: Queryable, actor: Actor, groupId: number): Promise<number[]> {
  const viewer = await viewerOf(sql, actor);
  const rows = await sql<{ id: number }[]>`
    select e.id from exams e join exam_groups g on g.id = e.group_id join students p on p.id = g.student_id
     where g.id = ${groupId} and g.kind = 'official' and ${watched(sql, viewer)} order by e.position`;
  return rows.map(({ id }) => id);
}
