import type { Transaction } from '#server/db/database.ts';
import type { ChangedExam } from './regrading.ts';

/** Queues mails about changed grades, also to students who did not appeal (CONT-10), except to those already notified. */
export async function noteChangedGrades(
  tx: Transaction,
  exams: readonly ChangedExam[],
  alreadyNotified: ReadonlySet<number> = new Set(),
): Promise<void> {
  const changed = exams.filter(
    ({ examId, oldGrade, newGrade }) => oldGrade !== newGrade && !alreadyNotified.has(examId),
  );
  if (changed.length === 0) return;
  await tx`
    insert into contest_mails (user_id, kind, facts)
    select g.user_id, 'gradeChanged', jsonb_build_object('examName', g.name, 'part', e.name,
             'date', to_char(e.started_at, 'YYYY-MM-DD'), 'oldScore', c.old_score, 'newScore', c.new_score,
             'oldGrade', c.old_grade, 'newGrade', c.new_grade)
      from unnest(${changed.map(({ examId }) => examId)}::int[], ${changed.map(({ oldScore }) => oldScore)}::float8[],
                  ${changed.map(({ newScore }) => newScore)}::float8[], ${changed.map(({ oldGrade }) => oldGrade)}::float8[],
                  ${changed.map(({ newGrade }) => newGrade)}::float8[]) as c (exam_id, old_score, new_score, old_grade, new_grade)
      join exams e on e.id = c.exam_id join exam_groups g on g.id = e.group_id`;
}
