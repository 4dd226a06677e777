import type { QuestionKind } from '../question-bank/question-kind.ts';

/** A question of a paper, as far as entering its ticks needs it. */
export type EnteredQuestion = { readonly kind: QuestionKind; readonly options: number };

/** Whether ticks can be made on a question: only on answers it shows, and on one of a simple question. */
export const canBeTicked = (ticks: number, { kind, options }: EnteredQuestion): boolean =>
  ticks >= 0 && ticks >> options === 0 && (kind === 'multiple' || (ticks & (ticks - 1)) === 0);

/** The numbers of the questions that two people read differently, from 1. */
export const differencesOf = (one: readonly number[], other: readonly number[]): number[] =>
  Array.from({ length: Math.max(one.length, other.length) }, (_, index) => index).flatMap((index) =>
    one[index] === other[index] ? [] : [index + 1],
  );
