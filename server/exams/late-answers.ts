import { eventLetters } from '#domain/exam-taking/events.ts';
import { keyDelaySeconds } from '#domain/exam-taking/key-opening.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import { questionsUsedUntil } from './questions-used-until.ts';

export type LateAnswer = {
  readonly position: number;
  readonly saveId: string;
  /** Bits of shown positions. */
  readonly ticks: number;
  readonly at: string;
};

/**
 * Whether event `h` of an exam is a late answer that can be counted: possible, and sent before the key of the exam could
 * open (EXAM-8). That moment depends on the exam only, so a statement computes it once.
 */
export const isCountable = (sql: Queryable, examId: number): Fragment => sql`
  (h.exam_id = ${examId} and h.kind = ${eventLetters.late} and h.ticks >= 0
   and h.ticks >> (select cardinality(w.slots) from exam_questions w where w.exam_id = h.exam_id and w.position = h.position) = 0
   and h.at <= (select to_timestamp(${questionsUsedUntil(sql)} / 1000 + ${keyDelaySeconds}::int)
                  from exams e join exam_groups g on g.id = e.group_id where e.id = ${examId}))`;

/** The late answers of an exam that can be counted, in order; the last one of each question counts. */
export const lateAnswers = (sql: Queryable, examId: number): Promise<LateAnswer[]> =>
  sql<LateAnswer[]>`
    select h.position, h.save_id as "saveId", h.ticks, h.at from exam_events h
     where ${isCountable(sql, examId)} order by h.at, h.save_id`;
