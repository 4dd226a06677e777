import { expect, it } from 'vitest';
import { copyOutcome, isCopied, mayFollow, yearAfter } from './year-copy.ts';

it('[IMP-5] a discipline is created once, completed later, and never overwrites one that is not its copy', () => {
  expect(copyOutcome(undefined)).toBe('create');
  const whole = { isCopy: true, missingQuestions: 0, missingChapters: 0, missesStructure: false };
  expect(copyOutcome(whole)).toBe('same');
  for (const missing of [{ missingQuestions: 3 }, { missingChapters: 1 }, { missesStructure: true }]) {
    expect(copyOutcome({ ...whole, ...missing })).toBe('complete');
    expect(copyOutcome({ ...whole, ...missing, isCopy: false })).toBe('taken');
  }
  expect((['create', 'complete', 'same', 'taken'] as const).map(isCopied)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it('[IMP-5] students move only into a later university year', () => {
  const year = (startYear: number | null, endYear: number | null = null) => ({ startYear, endYear });
  expect(mayFollow(year(2026), year(2027))).toBe(true);
  expect(mayFollow(year(2026), year(2026))).toBe(false);
  expect(mayFollow(year(2026), year(2025))).toBe(false);
  expect(mayFollow(year(2026), year(null, 2027))).toBe(false);
  expect(mayFollow(year(2026), year(null))).toBe(true);
});

it('the next university year begins a year later and has the same length', () => {
  expect(yearAfter({ startYear: 2026, endYear: 2027 })).toEqual({ startYear: 2027, endYear: 2028 });
  expect(yearAfter({ startYear: 2026, endYear: null })).toEqual({ startYear: 2027, endYear: 2028 });
  expect(yearAfter({ startYear: null, endYear: 2027 })).toEqual({ startYear: 2027, endYear: 2028 });
  expect(yearAfter({ startYear: null, endYear: null })).toBeUndefined();
});
