import type { ErrorCode } from '#domain/errors.ts';

/** So long after the end of its slot the office enters a paper, whether or not its key has opened. */
export const paperEntryHours = 12;

/** What decides whether a paper can be entered. */
export type EnteredWhen = {
  /** Whether the slot of the sitting has begun. */
  readonly hasBegun: boolean;
  readonly isPrinted: boolean;
  /** Whether the student can have seen the key, and the hours for the office are over. */
  readonly isLateEntry: boolean;
  /** Whether the time for resolving contestations of its session is over. */
  readonly isOver: boolean;
};

type PaperRefusal = Extract<
  ErrorCode,
  'paper.tooEarly' | 'paper.notPrinted' | 'paper.tooLate' | 'paper.keyOpen' | 'paper.reasonNeeded'
>;

/**
 * Why a paper cannot be entered (PRINT-1): it must have been printed and its slot begun. Once its key can be known only
 * those who may enter late do so, with a reason, and nobody after the contestations of its session.
 */
export function paperRefusal(
  { hasBegun, isPrinted, isLateEntry, isOver }: EnteredWhen,
  { mayEnterLate, hasReason }: { readonly mayEnterLate: boolean; readonly hasReason: boolean },
): PaperRefusal | undefined {
  if (!hasBegun) return 'paper.tooEarly';
  if (!isPrinted) return 'paper.notPrinted';
  if (!isLateEntry) return undefined;
  if (isOver) return 'paper.tooLate';
  if (!mayEnterLate) return 'paper.keyOpen';
  return hasReason ? undefined : 'paper.reasonNeeded';
}

/**
 * Why nobody can ever enter a paper again, so that its entries are not discarded (PRINT-1): the contestations of its session
 * are over, or everything was handed in at a computer.
 */
export function discardRefusal(
  when: EnteredWhen,
  isAllHandedIn: boolean,
): Extract<ErrorCode, 'paper.tooLate' | 'paper.handedIn'> | undefined {
  if (isAllHandedIn) return 'paper.handedIn';
  const refusal = paperRefusal(when, { mayEnterLate: true, hasReason: true });
  return refusal === 'paper.tooLate' ? refusal : undefined;
}

/** One person's reading of an exam: the ticks in order, and the numbers of the questions crossed out without another answer. */
export type Reading = { readonly ticks: readonly number[]; readonly cleared: readonly number[] };

/** The numbers of the questions on which two entries differ, from 1. */
export const differencesOf = (one: Reading, other: Reading): number[] =>
  Array.from({ length: Math.max(one.ticks.length, other.ticks.length) }, (_, index) => index + 1).filter(
    (number) =>
      one.ticks[number - 1] !== other.ticks[number - 1] ||
      one.cleared.includes(number) !== other.cleared.includes(number),
  );
