import { eventLetters } from '#domain/exam-taking/events.ts';
import type { Queryable, Transaction } from '#server/db/database.ts';
import type { ChangedExam } from './impact.ts';
import { partName } from './part-name.ts';

type GradedAgain = Pick<ChangedExam, 'examId' | 'oldScore' | 'newScore' | 'oldGrade' | 'newGrade'>;

/**
 * Queues mails about changed grades and shows them on the dashboard, also to students who did not appeal (CONT-10), except to
 * those already notified.
 */
export async function noteChangedGrades(
  tx: Transaction,
  exams: readonly GradedAgain[],
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

/**
 * The same for grades that changed while a sitting was annulled, before it is restored: settlements also score annulled exams,
 * but tell nobody. The old grade is the last one before the annulment; of an exam that ran until then, the one it ended with.
 */
export async function noteGradesChangedWhileAnnulled(tx: Transaction, appointmentId: number): Promise<void> {
  const exams = await tx<GradedAgain[]>`
    select e.id as "examId", (told.client ->> 'score')::float8 as "oldScore", (told.client ->> 'grade')::float8 as "oldGrade",
           e.score::float8 as "newScore", e.grade::float8 as "newGrade"
      from appointments a join exam_groups g on g.appointment_id = a.id join exams e on e.group_id = g.id
      cross join lateral (
        select v.client from exam_events v
         where v.exam_id = e.id and (v.kind = ${eventLetters.finished}
                                     or (v.kind = ${eventLetters.regraded} and v.at <= a.annulled_at))
         order by v.at desc limit 1) told
     where a.id = ${appointmentId} and e.finished_at is not null order by e.id`;
  await noteChangedGrades(tx, exams);
}

/** Records that the student has viewed the result of an exam. */
export async function noteSeenGrade(sql: Queryable, examId: number): Promise<void> {
  await sql`update changed_grades set seen_at = now() where exam_id = ${examId} and seen_at is null`;
}
