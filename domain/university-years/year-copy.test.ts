import { expect, it } from 'vitest';
import { canMoveUp, copyOutcome, isCopied, yearAfter } from './year-copy.ts';

it('[IMP-5] a discipline is created once, completed later, and never overwrites one that is not its copy', () => {
  expect(copyOutcome(undefined)).toBe('create');
  expect(copyOutcome({ isCopy: true, missingQuestions: 3 })).toBe('complete');
  expect(copyOutcome({ isCopy: true, missingQuestions: 0 })).toBe('same');
  expect(copyOutcome({ isCopy: false, missingQuestions: 3 })).toBe('taken');
  expect((['create', 'complete', 'same', 'taken'] as const).map(isCopied)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it('[IMP-5] students move up to year 8 and no further', () => {
  expect([1, 7, 8].map((year) => canMoveUp({ year }))).toEqual([true, true, false]);
});

it('the next university year begins a year later and has the same length', () => {
  expect(yearAfter({ startYear: 2026, endYear: 2027 })).toEqual({ startYear: 2027, endYear: 2028 });
  expect(yearAfter({ startYear: 2026, endYear: null })).toEqual({ startYear: 2027, endYear: 2028 });
  expect(yearAfter({ startYear: null, endYear: 2027 })).toEqual({ startYear: 2027, endYear: 2028 });
  expect(yearAfter({ startYear: null, endYear: null })).toBeUndefined();
});
