import type { QuestionKind } from '../question-bank/question-kind.ts';

/** The parts of a question that entering ticks needs. */
export type EnteredQuestion = { readonly kind: QuestionKind; readonly options: number };

/** One person's reading of an exam: the ticks in order, and the numbers of the questions crossed out without another answer. */
export type Reading = { readonly ticks: readonly number[]; readonly cleared: readonly number[] };

/** Whether ticks are possible: only on shown answers, and at most one for a simple question. */
export const canBeTicked = (ticks: number, { kind, options }: EnteredQuestion): boolean =>
  ticks >= 0 && ticks >> options === 0 && (kind === 'multiple' || (ticks & (ticks - 1)) === 0);

/** The numbers of the questions on which two entries differ, from 1. */
export const differencesOf = (one: Reading, other: Reading): number[] =>
  Array.from({ length: Math.max(one.ticks.length, other.ticks.length) }, (_, index) => index + 1).filter(
    (number) =>
      one.ticks[number - 1] !== other.ticks[number - 1] ||
      one.cleared.includes(number) !== other.cleared.includes(number),
  );
