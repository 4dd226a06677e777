/** What an answer is shown as once the key may be seen; whether it was selected is marked besides. */
export type AnswerMark = 'correct' | 'wrong' | 'shouldHaveSelected' | 'leftOut';

/** A selected answer is correct or wrong; one that was not is either missed or rightly left out (RESU-1). */
export function markOfAnswer(isCorrect: boolean, isSelected: boolean): AnswerMark {
  if (isSelected) return isCorrect ? 'correct' : 'wrong';
  return isCorrect ? 'shouldHaveSelected' : 'leftOut';
}

/** How a question went. */
export const questionMarks = ['full', 'part', 'none', 'unanswered'] as const;
export type QuestionMark = (typeof questionMarks)[number];

type Earned = { readonly points: number; readonly most: number; readonly answered: boolean };

/** All points, some, none, or no answer at all; a question that earns without one, as after a removal, counts as earned. */
export function markOfQuestion({ points, most, answered }: Earned): QuestionMark {
  if (points >= most) return 'full';
  if (points > 0) return 'part';
  return answered ? 'none' : 'unanswered';
}
