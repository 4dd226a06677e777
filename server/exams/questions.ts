import { eventLetters } from '#domain/exam-taking/events.ts';
import type { Queryable } from '#server/db/database.ts';
import type { StoredQuestion } from './serving.ts';

/** The questions of an exam in order; no statement here knows the key. */
export async function selectQuestions(
  sql: Queryable,
  examIds: readonly number[],
): Promise<(StoredQuestion & { readonly examId: number })[]> {
  return sql<(StoredQuestion & { readonly examId: number })[]>`
    select exam_id as "examId", position, question_version_id as "versionId", kind, slots, ticks, seq, marks
      from exam_questions where exam_id = any(${[...examIds]}::int[]) order by exam_id, position`;
}

/** One question of an exam; undefined when it has none at that place. */
export async function selectQuestion(
  sql: Queryable,
  examId: number,
  position: number,
): Promise<StoredQuestion | undefined> {
  const [question] = await sql<StoredQuestion[]>`
    select position, question_version_id as "versionId", kind, slots, ticks, seq, marks
      from exam_questions where exam_id = ${examId} and position = ${position}`;
  return question;
}

/** The question an exam showed last, as its events tell; undefined when nothing was saved yet. */
export async function lastShown(sql: Queryable, examId: number): Promise<number | undefined> {
  const [event] = await sql<{ position: number }[]>`
    select coalesce(to_position, position) as position from exam_events
     where exam_id = ${examId} and kind in (${eventLetters.saved}, ${eventLetters.skipped}) order by at desc limit 1`;
  return event?.position;
}
