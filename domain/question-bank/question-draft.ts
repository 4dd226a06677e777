import { type FieldProblem, problem } from '../errors.ts';
import type { QuestionKind } from './question-kind.ts';
import { plainText, readRichText } from './rich-text.ts';

/** How many correct and how many false answers a question entered by hand needs (spec section 5). */
export const neededAnswers = 5;
/** A bank question may hold at most this many answers; each served question shows a few of them. */
export const mostAnswers = 30;

export type AnswerDraft = { readonly text: string; readonly isCorrect: boolean };

/** What is still missing before a question may be saved; both zero when nothing is. */
export function missingAnswers(answers: readonly AnswerDraft[]): { correct: number; wrong: number } {
  const described = answers.filter((answer) => answer.text.trim() !== '');
  const correct = described.filter((answer) => answer.isCorrect).length;
  return {
    correct: Math.max(0, neededAnswers - correct),
    wrong: Math.max(0, neededAnswers - (described.length - correct)),
  };
}

/** Whether the ticks now set make a question single or multiple choice; undefined while none is correct. */
export function kindByTicks(answers: readonly AnswerDraft[]): QuestionKind | undefined {
  const correct = answers.filter((answer) => answer.isCorrect).length;
  return correct === 0 ? undefined : correct === 1 ? 'simple' : 'multiple';
}

/** The same answer for a reader, however it is spaced, capitalised or formatted. */
const sameness = (text: string) => plainText(readRichText(text)).trim().replaceAll(/\s+/g, ' ').toLowerCase();

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

/** Everything that keeps a question from being saved, each with the field it stands at. */
export function questionProblems(draft: {
  readonly text: string;
  readonly answers: readonly AnswerDraft[];
}): FieldProblem[] {
  const missing = missingAnswers(draft.answers);
  return [
    ...(draft.text.trim() === '' ? [problem('text', 'validation.required')] : []),
    ...draft.answers.flatMap((answer, place) =>
      answer.text.trim() === '' ? [problem(`answers.${place}.text`, 'validation.required')] : [],
    ),
    ...repeatedAnswers(draft.answers),
    ...(missing.correct > 0
      ? [problem('answers', 'question.tooFewCorrect', { missing: missing.correct })]
      : []),
    ...(missing.wrong > 0 ? [problem('answers', 'question.tooFewWrong', { missing: missing.wrong })] : []),
  ];
}
