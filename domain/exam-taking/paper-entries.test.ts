import { expect, it } from 'vitest';
import { canBeTicked, differencesOf } from './paper-entries.ts';

it('accepts ticks only on shown answers, and one per simple question', () => {
  const simple = { kind: 'simple', options: 5 } as const;
  const multiple = { kind: 'multiple', options: 5 } as const;
  expect([0, 1, 16, 32, 3, -1].map((ticks) => canBeTicked(ticks, simple))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect([0, 3, 31, 32].map((ticks) => canBeTicked(ticks, multiple))).toEqual([true, true, true, false]);
});

it('names the questions on which the two entries differ', () => {
  const reading = (ticks: readonly number[], ...cleared: number[]) => ({ ticks, cleared });
  expect(differencesOf(reading([1, 2, 0], 3), reading([1, 2, 0], 3))).toEqual([]);
  expect(differencesOf(reading([1, 2, 0]), reading([1, 4, 8]))).toEqual([2, 3]);
  expect(differencesOf(reading([1]), reading([1, 0]))).toEqual([2]);
  expect(differencesOf(reading([1, 0, 0]), reading([1, 0, 0], 3))).toEqual([3]);
});
