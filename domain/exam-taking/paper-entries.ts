import type { QuestionKind } from '../question-bank/question-kind.ts';

/** The parts of a question that entering ticks needs. */
export type EnteredQuestion = { readonly kind: QuestionKind; readonly options: number };

/** Whether ticks are possible: only on shown answers, and at most one for a simple question. */
export const canBeTicked = (ticks: number, { kind, options }: EnteredQuestion): boolean =>
  ticks >= 0 && ticks >> options === 0 && (kind === 'multiple' || (ticks & (ticks - 1)) === 0);

/** The numbers of the questions on which two entries differ, from 1. */
export const differencesOf = (one: readonly number[], other: readonly number[]): number[] =>
  Array.from({ length: Math.max(one.length, other.length) }, (_, index) => index).flatMap((index) =>
    one[index] === other[index] ? [] : [index + 1],
  );
