import { expect, it } from 'vitest';
import { pauseAfter, rowsAtOnce } from './beside-exams.ts';

it('[IMP-3] works on a few rows at a time while official exams run', () => {
  expect(rowsAtOnce(100, true)).toBe(10);
  expect(rowsAtOnce(4, true)).toBe(4);
  expect(rowsAtOnce(100, false)).toBe(100);
});

it('[IMP-3] leaves running exams half of the time, within bounds', () => {
  expect(pauseAfter(40, true)).toBe(40);
  expect(pauseAfter(1, true)).toBe(10);
  expect(pauseAfter(5_000, true)).toBe(1_000);
  expect(pauseAfter(5_000, false)).toBe(10);
});
