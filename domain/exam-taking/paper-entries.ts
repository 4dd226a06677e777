/** One person's reading of an exam: the ticks in order, and the numbers of the questions crossed out without another answer. */
export type Reading = { readonly ticks: readonly number[]; readonly cleared: readonly number[] };

/** The numbers of the questions on which two entries differ, from 1. */
export const differencesOf = (one: Reading, other: Reading): number[] =>
  Array.from({ length: Math.max(one.ticks.length, other.ticks.length) }, (_, index) => index + 1).filter(
    (number) =>
      one.ticks[number - 1] !== other.ticks[number - 1] ||
      one.cleared.includes(number) !== other.cleared.includes(number),
  );
