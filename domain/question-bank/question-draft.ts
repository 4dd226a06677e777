import { type FieldProblem, problem } from '../errors.ts';
import type { QuestionKind } from './question-kind.ts';
import { plainTextOf } from './rich-text.ts';

/** How many correct and false answers a manually entered question needs (QUES-1). */
export const neededAnswers = 5;
/** The maximum number of answers of a bank question; each served question shows a few of them. */
export const maxAnswers = 30;

export type AnswerDraft = { readonly text: string; readonly isCorrect: boolean };

/** How many answers are missing before a question may be saved; both are zero when it is complete. */
export function missingAnswers(answers: readonly AnswerDraft[]): { correct: number; wrong: number } {
  const described = answers.filter((answer) => answer.text.trim() !== '');
  const correct = described.filter((answer) => answer.isCorrect).length;
  return {
    correct: Math.max(0, neededAnswers - correct),
    wrong: Math.max(0, neededAnswers - (described.length - correct)),
  };
}

/** Whether the current ticks make a question single or multiple choice; undefined while none is correct. */
export function kindByTicks(answers: readonly AnswerDraft[]): QuestionKind | undefined {
  const correct = answers.filter((answer) => answer.isCorrect).length;
  return correct === 0 ? undefined : correct === 1 ? 'simple' : 'multiple';
}

/** Normalizes an answer for comparison, ignoring spacing, case and formatting. */
const sameness = (text: string) => plainTextOf(text).trim().replaceAll(/\s+/g, ' ').toLowerCase();

function repeatedAnswers(answers: readonly AnswerDraft[]): FieldProblem[] {
  const seen = new Set<string>();
  return answers.flatMap((answer, index) => {
    const key = sameness(answer.text);
    if (key === '' || !seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [problem(`answers.${index}.text`, 'question.answerTwice')];
  });
}

/** Everything that prevents a question from being saved, each with its field. */
export function questionProblems(draft: {
  readonly text: string;
  readonly answers: readonly AnswerDraft[];
}): FieldProblem[] {
  const missing = missingAnswers(draft.answers);
  return [
    ...(draft.text.trim() === '' ? [problem('text', 'validation.required')] : []),
    ...draft.answers.flatMap((answer, index) =>
      answer.text.trim() === '' ? [problem(`answers.${index}.text`, 'validation.required')] : [],
    ),
    ...repeatedAnswers(draft.answers),
    ...(missing.correct > 0
      ? [problem('answers', 'question.tooFewCorrect', { missing: missing.correct })]
      : []),
    ...(missing.wrong > 0 ? [problem('answers', 'question.tooFewWrong', { missing: missing.wrong })] : []),
  ];
}
