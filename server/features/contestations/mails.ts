import type { ContestMailKind } from '#i18n/contestation-mail.ts';
import type { Transaction } from '#server/db/database.ts';

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
  /** For a reminder. */
  readonly sessionId?: number;
  readonly session?: string;
  readonly until?: string;
  readonly count?: number;
};

/** Queues mails to the students of contestations; a background job sends them (CONT-5). */
export async function noteContestMail(
  tx: Transaction,
  kind: Extract<ContestMailKind, 'filed' | 'outcome' | 'reopened'>,
  contestIds: readonly number[],
): Promise<void> {
  await tx`
    insert into contest_mails (user_id, contest_id, kind, facts)
    select g.user_id, k.id, ${kind}, jsonb_build_object('examName', g.name, 'part', e.name,
             'date', to_char(e.started_at, 'YYYY-MM-DD'), 'status', k.status, 'oldScore', k.score_before, 'newScore', e.score,
             'oldGrade', k.grade_before, 'newGrade', e.grade)
      from exam_contests k join exams e on e.id = k.exam_id join exam_groups g on g.id = e.group_id
     where k.id = any(${[...contestIds]}::int[])`;
}
