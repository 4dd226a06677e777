/** The mark of an answer once the key is visible; whether it was selected is marked separately. */
export type AnswerMark = 'correct' | 'wrong' | 'shouldHaveSelected' | 'leftOut' | 'removed';

/**
 * A selected answer is correct or wrong; an unselected one is missed or rightly left out (RESU-1). A removed one is
 * neither.
 */
export function markOfAnswer(isCorrect: boolean, isSelected: boolean, isRemoved = false): AnswerMark {
  if (isRemoved) return 'removed';
  if (isSelected) return isCorrect ? 'correct' : 'wrong';
  return isCorrect ? 'shouldHaveSelected' : 'leftOut';
}

/** The outcomes of a question. */
export const questionMarks = ['full', 'part', 'none', 'unanswered'] as const;
export type QuestionMark = (typeof questionMarks)[number];

type Earned = { readonly points: number; readonly maxPoints: number; readonly answered: boolean };

/**
 * All points, some, none, or no answer. A question with points but no answer, as after a removal, counts by its points.
 */
export function markOfQuestion({ points, maxPoints, answered }: Earned): QuestionMark {
  if (points >= maxPoints) return 'full';
  if (points > 0) return 'part';
  return answered ? 'none' : 'unanswered';
}
