import type { ContestMailKind } from '#i18n/contestation-mail.ts';
import type { Fragment, Transaction } from '#server/db/database.ts';
import type { ChangedExam } from '#server/exams/impact.ts';
import { partName } from '#server/exams/part-name.ts';

/** The content of a mail about a contestation, as of the moment it was queued. */
export type ContestMailFacts = {
  readonly examName: string;
  readonly part: string;
  readonly date: string;
  readonly status?: 'DP' | 'RS' | 'AC' | 'PAC';
  readonly oldScore?: number;
  readonly newScore?: number;
  readonly oldGrade?: number;
  readonly newGrade?: number;
  readonly isAnnulled?: boolean;
  /** For a reminder. */
  readonly sessionId?: number;
  readonly session?: string;
  readonly until?: string;
  readonly count?: number;
};

/**
 * Queues mails to the students of contestations; a background job sends them (CONT-5). They compare the result with the
 * one before the contestation; about a reopened one, with the one before reopening, which `changed` has. The
 * result of an annulled sitting is not valid and not compared.
 */
export async function noteContestMail(
  tx: Transaction,
  kind: Extract<ContestMailKind, 'filed' | 'outcome' | 'reopened'>,
  contestIds: readonly number[],
  changed: readonly ChangedExam[] = [],
): Promise<void> {
  const before = (contested: Fragment, withdrawn: Fragment, now: Fragment) =>
    kind === 'reopened' ? tx`coalesce(${withdrawn}, ${now}::float8)` : contested;
  await tx`
    insert into contest_mails (user_id, contest_id, kind, facts)
    select g.user_id, k.id, ${kind}, jsonb_build_object('examName', g.name, 'part', ${partName(tx)},
             'date', to_char(e.started_at, 'YYYY-MM-DD'), 'status', k.status,
             'oldScore', ${before(tx`k.score_before`, tx`c.score`, tx`e.score`)}, 'newScore', e.score,
             'oldGrade', ${before(tx`k.grade_before`, tx`c.grade`, tx`e.grade`)}, 'newGrade', e.grade,
             'isAnnulled', coalesce(a.annulled_at is not null, false))
      from exam_contests k join exams e on e.id = k.exam_id join exam_groups g on g.id = e.group_id
      left join appointments a on a.id = g.appointment_id
      left join unnest(${changed.map(({ examId }) => examId)}::int[], ${changed.map(({ oldScore }) => oldScore)}::float8[],
                       ${changed.map(({ oldGrade }) => oldGrade)}::float8[]) as c (exam_id, score, grade) on c.exam_id = e.id
     where k.id = any(${[...contestIds]}::int[])`;
}
