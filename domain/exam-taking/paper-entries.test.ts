import { expect, it } from 'vitest';
import { differencesOf } from './paper-entries.ts';

it('names the questions on which the two entries differ', () => {
  const reading = (ticks: readonly number[], ...cleared: number[]) => ({ ticks, cleared });
  expect(differencesOf(reading([1, 2, 0], 3), reading([1, 2, 0], 3))).toEqual([]);
  expect(differencesOf(reading([1, 2, 0]), reading([1, 4, 8]))).toEqual([2, 3]);
  expect(differencesOf(reading([1]), reading([1, 0]))).toEqual([2]);
  expect(differencesOf(reading([1, 0, 0]), reading([1, 0, 0], 3))).toEqual([3]);
});
