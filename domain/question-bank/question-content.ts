import { missingAnswers } from './question-draft.ts';

export type AnswerContent = {
  readonly text: string;
  readonly image: string | null;
  readonly isCorrect: boolean;
  /** The bibliography reference. */
  readonly referenceTitle: string | null;
  readonly referencePage: string | null;
};

/** The content of a question version; immutable once stored. */
export type QuestionContent = {
  readonly text: string;
  readonly image: string | null;
  readonly points: number;
  readonly answers: readonly AnswerContent[];
};

const sameAnswer = (one: AnswerContent, other: AnswerContent | undefined): boolean =>
  other !== undefined &&
  one.text === other.text &&
  one.image === other.image &&
  one.isCorrect === other.isCorrect &&
  one.referenceTitle === other.referenceTitle &&
  one.referencePage === other.referencePage;

/** Whether two contents are identical, so that no new version is needed. */
export function sameContent(one: QuestionContent, other: QuestionContent): boolean {
  return (
    one.text === other.text &&
    one.image === other.image &&
    one.points === other.points &&
    one.answers.length === other.answers.length &&
    one.answers.every((answer, index) => sameAnswer(answer, other.answers[index]))
  );
}

/** A question with fewer than five correct and five false answers is served only as it is. */
export function isIncomplete(answers: readonly AnswerContent[]): boolean {
  const missing = missingAnswers(answers);
  return missing.correct > 0 || missing.wrong > 0;
}
