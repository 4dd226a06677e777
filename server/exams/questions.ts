import { eventLetters } from '#domain/exam-taking/events.ts';
import type { Queryable } from '#server/db/database.ts';
import type { StoredQuestion } from './serving.ts';

/** The questions of an exam in order; no statement here selects the key. */
export async function selectQuestions(
  sql: Queryable,
  examIds: readonly number[],
): Promise<(StoredQuestion & { readonly examId: number })[]> {
  return sql<(StoredQuestion & { readonly examId: number })[]>`
    select exam_id as "examId", position, question_version_id as "versionId", kind, slots as "answerOrder", ticks, seq, marks
      from exam_questions where exam_id = any(${[...examIds]}::int[]) order by exam_id, position`;
}

/** The question at an index of an exam, if any. */
export async function selectQuestion(
  sql: Queryable,
  examId: number,
  position: number,
): Promise<StoredQuestion | undefined> {
  const [question] = await sql<StoredQuestion[]>`
    select position, question_version_id as "versionId", kind, slots as "answerOrder", ticks, seq, marks
      from exam_questions where exam_id = ${examId} and position = ${position}`;
  return question;
}

/** Far above the events of an honest exam; only a script makes more. */
export const maxEventsRead = 5000;

/**
 * The question an exam showed last according to its events; undefined before the first save, and when there are so many
 * events that reading them all would cost others time.
 */
export async function lastShown(sql: Queryable, examId: number): Promise<number | undefined> {
  const [last] = await sql<{ position: number | null }[]>`
    select case when count(*) <= ${maxEventsRead} then (array_agg(coalesce(to_position, position) order by at desc)
             filter (where kind in (${eventLetters.saved}, ${eventLetters.skipped})))[1] end as position
      from (select kind, position, to_position, at from exam_events
             where exam_id = ${examId} limit ${maxEventsRead + 1}) events`;
  return last?.position ?? undefined;
}
