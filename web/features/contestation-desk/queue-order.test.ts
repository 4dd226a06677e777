import { expect, it } from 'vitest';
import { neighbourOf } from './queue-order.ts';

const appeals = [
  { contestId: 1, version: 10 },
  { contestId: 2, version: 10 },
  { contestId: 1, version: 11 },
];

it('moves through appeals of the same question first, then to the next question', () => {
  expect(neighbourOf(appeals, { contestId: 1, version: 10 }, 1)).toEqual({ contestId: 2, version: 10 });
  expect(neighbourOf(appeals, { contestId: 2, version: 10 }, 1)).toEqual({ contestId: 1, version: 11 });
  expect(neighbourOf(appeals, { contestId: 1, version: 11 }, 1)).toBeUndefined();
  expect(neighbourOf(appeals, { contestId: 1, version: 11 }, -1)).toEqual({ contestId: 2, version: 10 });
  expect(neighbourOf(appeals, { contestId: 1, version: 10 }, -1)).toBeUndefined();
});

it('continues with the first waiting appeal after one was settled', () => {
  expect(neighbourOf(appeals, { contestId: 9, version: 9 }, 1)).toEqual({ contestId: 1, version: 10 });
  expect(neighbourOf(appeals, { contestId: 9, version: 9 }, -1)).toBeUndefined();
});
