import type { ContestedQuestion } from '#contract/template-contests.ts';
import type { TemplateQuestion, WholeTemplate } from '#contract/templates.ts';

/** How a question of a template should be scored. */
export type ContestDraft = Pick<ContestedQuestion, 'removed' | 'correct'>;
export type ContestDrafts = Readonly<Record<string, ContestDraft>>;

export const untouched: ContestDraft = { removed: [], correct: null };

type PaperPosition = { readonly index: number; readonly position: number };
export const keyOfPosition = ({ index, position }: PaperPosition): string => `${index} ${position}`;

export const draftsOf = (questions: readonly ContestedQuestion[]): ContestDrafts =>
  Object.fromEntries(
    questions.map(({ removed, correct, ...at }) => [keyOfPosition(at), { removed, correct }]),
  );

/** Answers are compared in any order. */
const textOf = (numbers: readonly number[] | null) =>
  numbers?.toSorted((a, b) => a - b).join() ?? 'unchanged';
const isSame = (one: ContestDraft, other: ContestDraft) =>
  textOf(one.removed) === textOf(other.removed) && textOf(one.correct) === textOf(other.correct);

/** The questions whose draft differs from what is stored. */
export function changedQuestions(
  { exams }: WholeTemplate,
  stored: ContestDrafts,
  drafts: ContestDrafts,
): ContestedQuestion[] {
  return exams.flatMap(({ index, questions }) =>
    questions.flatMap(({ position }) => {
      const at = { index, position };
      const draft = drafts[keyOfPosition(at)] ?? untouched;
      return isSame(draft, stored[keyOfPosition(at)] ?? untouched)
        ? []
        : [{ ...at, removed: [...draft.removed], correct: draft.correct && [...draft.correct] }];
    }),
  );
}

const servedKey = ({ answers }: TemplateQuestion) =>
  answers.filter(({ wasCorrect }) => wasCorrect).map(({ original }) => original);

/** The key without a correction for the template: the one settled elsewhere, or the served one. */
const baseKey = (question: TemplateQuestion, others: ContestDraft) => others.correct ?? servedKey(question);

const without = (numbers: readonly number[], number: number) => numbers.filter((one) => one !== number);

export const withRemoved = (draft: ContestDraft, number: number, isRemoved: boolean): ContestDraft => ({
  ...draft,
  removed: isRemoved ? [...without(draft.removed, number), number] : without(draft.removed, number),
});

/**
 * Marks an answer as correct or wrong, starting from the key in force. A key set back to the one that holds without the
 * template's correction is no correction; the served one is, if the session has another. At least one answer stays correct.
 */
export function withCorrect(
  question: TemplateQuestion,
  draft: ContestDraft,
  number: number,
  isCorrect: boolean,
  others: ContestDraft = untouched,
): ContestDraft {
  const base = baseKey(question, others);
  const before = draft.correct ?? base;
  const correct = isCorrect ? [...without(before, number), number] : without(before, number);
  if (correct.length === 0) return draft;
  return { ...draft, correct: textOf(correct) === textOf(base) ? null : correct };
}

export const isCorrectIn = (
  question: TemplateQuestion,
  draft: ContestDraft,
  number: number,
  others: ContestDraft = untouched,
): boolean => (draft.correct ?? baseKey(question, others)).includes(number);
