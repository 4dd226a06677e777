import type { AnsweredQuestion } from '#domain/scoring/score-exam.ts';
import type { Queryable } from '#server/db/database.ts';
import type { StoredQuestion } from './serving.ts';

/** A served and answered question with what scoring needs. */
export type ScorableQuestion = StoredQuestion & AnsweredQuestion;

/**
 * The questions of exams with their keys, in order. Finishing and results both use it, so a changed key or a removed
 * answer is handled here alone. Never call it for a running exam.
 */
export async function selectScorable(
  sql: Queryable,
  examIds: readonly number[],
): Promise<ReadonlyMap<number, readonly ScorableQuestion[]>> {
  const rows = await sql<(ScorableQuestion & { readonly examId: number })[]>`
    select q.exam_id as "examId", q.position, q.question_version_id as "versionId", q.kind, q.slots, q.ticks, q.seq, q.marks,
           v.points::float8 as points, k.correct as key
      from exam_questions q join question_versions v on v.id = q.question_version_id
      join question_keys k on k.question_version_id = v.id
     where q.exam_id = any(${[...examIds]}::int[]) order by q.exam_id, q.position`;
  const exams = new Map<number, ScorableQuestion[]>(examIds.map((id) => [id, []]));
  for (const { examId, ...question } of rows) exams.get(examId)?.push(question);
  return exams;
}
