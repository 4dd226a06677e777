import { expect, it } from 'vitest';
import { distributionOfShares } from './distribution.ts';
import { whyMissing } from './missing-figure.ts';

it('[RESU-5] counts scores by tenths of the possible points, all points in the last', () => {
  const counted = distributionOfShares([0, 0.099, 0.1, 0.3, 3 / 10, 0.1 + 0.2, 0.95, 1]);
  expect(counted.map(({ count }) => count)).toEqual([2, 1, 0, 3, 0, 0, 0, 0, 0, 2]);
  expect([counted[0], counted[9]]).toMatchObject([
    { from: 0, to: 10 },
    { from: 90, to: 100 },
  ]);
});

it('[RESU-5] says why a figure is missing', () => {
  expect([whyMissing(9, 10), whyMissing(10, 10), whyMissing(300, 10)]).toEqual([
    'tooFew',
    'doesNotVary',
    'doesNotVary',
  ]);
});
