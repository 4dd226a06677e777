import { expect, it } from 'vitest';
import { askAgainAfter, retryAfter } from './wait-estimate.ts';

it.each([
  [0, 1],
  [10_000, 9],
  [90_500, 82],
])('[SAFE-18] of a turn in %i ms the client hears %i s, a tenth less', (wait, seconds) => {
  expect(retryAfter(wait)).toBe(seconds);
});

it.each([
  [1, 1],
  [20, 20],
  [25, 20],
  [100, 60],
])('[SAFE-18] of a wait of %i s, the client asks again after %i s', (announced, seconds) => {
  expect(askAgainAfter(announced)).toBe(seconds);
});
