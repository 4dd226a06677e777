import type { Queryable, Transaction } from '#server/db/database.ts';
import type { ChangedExam } from './impact.ts';
import { partName } from './part-name.ts';

/**
 * Queues mails about changed grades and shows them on the dashboard, also to students who did not appeal (CONT-10), except to
 * those already notified.
 */
export async function noteChangedGrades(
  tx: Transaction,
  exams: readonly Pick<ChangedExam, 'examId' | 'oldScore' | 'newScore' | 'oldGrade' | 'newGrade'>[],
  alreadyNotified: ReadonlySet<number> = new Set(),
): Promise<void> {
  const changed = exams.filter(
    ({ examId, oldGrade, newGrade }) => oldGrade !== newGrade && !alreadyNotified.has(examId),
  );
  if (changed.length === 0) return;
  await tx`
    insert into contest_mails (user_id, kind, facts)
    select g.user_id, 'gradeChanged', jsonb_build_object('examName', g.name, 'part', ${partName(tx)},
             'date', to_char(e.started_at, 'YYYY-MM-DD'), 'oldScore', c.old_score, 'newScore', c.new_score,
             'oldGrade', c.old_grade, 'newGrade', c.new_grade)
      from unnest(${changed.map(({ examId }) => examId)}::int[], ${changed.map(({ oldScore }) => oldScore)}::float8[],
                  ${changed.map(({ newScore }) => newScore)}::float8[], ${changed.map(({ oldGrade }) => oldGrade)}::float8[],
                  ${changed.map(({ newGrade }) => newGrade)}::float8[]) as c (exam_id, old_score, new_score, old_grade, new_grade)
      join exams e on e.id = c.exam_id join exam_groups g on g.id = e.group_id`;
  // The old grade stays the one the student saw last, until they look again.
  await tx`
    insert into changed_grades (exam_id, old_grade)
    select * from unnest(${changed.map(({ examId }) => examId)}::int[], ${changed.map(({ oldGrade }) => oldGrade)}::float8[])
    on conflict (exam_id) do update set changed_at = now(), seen_at = null,
      old_grade = case when changed_grades.seen_at is null then changed_grades.old_grade else excluded.old_grade end`;
}

/** Records that the student has viewed the result of an exam. */
export async function noteSeenGrade(sql: Queryable, examId: number): Promise<void> {
  await sql`update changed_grades set seen_at = now() where exam_id = ${examId} and seen_at is null`;
}
