/**
 * The ids a student sees. They encode the exam and shown positions, never the bank (EXAM-14), and can be decoded
 * without a lookup.
 */
const questionsPerExam = 1000;
const answersPerQuestion = 100;

export type ExamPosition = { readonly examId: number; readonly position: number };

export const examQuestionId = ({ examId, position }: ExamPosition): number =>
  examId * questionsPerExam + position;

/** Decodes an exam question's id into the exam and the position. */
export const examPositionOf = (id: number): ExamPosition => ({
  examId: Math.floor(id / questionsPerExam),
  position: id % questionsPerExam,
});

/** The id of the answer shown at a position, counted from 0. */
export const examAnswerId = (questionId: number, shownAt: number): number =>
  questionId * answersPerQuestion + shownAt;

/** The ticked answers as bits of shown positions; undefined when an id is not one of the `shown` answers. */
export function ticksOf(questionId: number, answerIds: readonly number[], shown: number): number | undefined {
  let ticks = 0;
  for (const id of answerIds) {
    const shownAt = id - questionId * answersPerQuestion;
    if (shownAt < 0 || shownAt >= shown) return undefined;
    ticks |= 1 << shownAt;
  }
  return ticks;
}
