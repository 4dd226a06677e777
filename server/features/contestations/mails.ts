import type { ContestMailKind } from '#i18n/contestation-mail.ts';
import type { Transaction } from '#server/db/database.ts';
import type { ChangedExam } from '#server/exams/regrading.ts';

/** What mails about contestations tell, as it was when they were noted. */
export type ContestMailFacts = {
  readonly examName: string;
  readonly part: string;
  readonly date: string;
  readonly status?: 'DP' | 'RS' | 'AC' | 'PAC';
  readonly oldScore?: number;
  readonly newScore?: number;
  readonly oldGrade?: number;
  readonly newGrade?: number;
  /** Of a reminder. */
  readonly sessionId?: number;
  readonly session?: string;
  readonly until?: string;
  readonly count?: number;
};

/** Notes that the students of contestations are to be told; a background job sends it (CONT-5). */
export async function noteContestMail(
  tx: Transaction,
  kind: Extract<ContestMailKind, 'filed' | 'outcome' | 'reopened'>,
  contestIds: readonly number[],
): Promise<void> {
  await tx`
    insert into contest_mails (user_id, contest_id, kind, facts)
    select g.user_id, k.id, ${kind}, jsonb_build_object('examName', g.name, 'part', e.name,
             'date', to_char(e.started_at, 'YYYY-MM-DD'), 'status', k.status, 'oldScore', k.score_before, 'newScore', k.score_after,
             'oldGrade', k.grade_before, 'newGrade', k.grade_after)
      from exam_contests k join exams e on e.id = k.exam_id join exam_groups g on g.id = e.group_id
     where k.id = any(${[...contestIds]}::int[])`;
}

/** Notes that the grades of exams changed, except to those told otherwise; also to students who did not appeal (CONT-10). */
export async function noteChangedGrades(
  tx: Transaction,
  exams: readonly ChangedExam[],
  toldOtherwise: ReadonlySet<number>,
): Promise<void> {
  const changed = exams.filter(
    ({ examId, oldGrade, newGrade }) => oldGrade !== newGrade && !toldOtherwise.has(examId),
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
