import { expect, it } from 'vitest';
import { questionsPerSheet, sheetColumns } from './sheet-columns.ts';

it('[PRINT-1] an answer sheet has fewer columns when questions have more answers', () => {
  expect([2, 5, 6, 10, 12, 29].map(sheetColumns)).toEqual([4, 4, 3, 2, 2, 1]);
  expect([5, 10, 29].map(questionsPerSheet)).toEqual([100, 50, 25]);
});
