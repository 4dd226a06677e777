import { expect, it } from 'vitest';
import { isGivenUp, retryMinutes } from './retries.ts';

it('retries at growing intervals and gives up after about a day', () => {
  expect(retryMinutes.toSorted((one, other) => one - other)).toEqual(retryMinutes);
  const waits = retryMinutes.filter((_, index) => !isGivenUp(index + 1));
  const hours = waits.reduce((sum, minutes) => sum + minutes, 0) / 60;
  expect(hours).toBeGreaterThan(20);
  expect(hours).toBeLessThan(28);
  expect([1, retryMinutes.length, retryMinutes.length + 1].map(isGivenUp)).toEqual([false, false, true]);
});
