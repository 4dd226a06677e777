import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { distribute } from './distribution.ts';

const sum = (parts: readonly number[]) => parts.reduce((all, part) => all + part, 0);

test.each([
  [60, [30, 20, 10], [30, 20, 10]],
  [10, [1, 1, 1], [4, 3, 3]],
  [7, [50, 30, 20], [4, 2, 1]],
  [0, [5, 5], [0, 0]],
  [5, [0, 10, 0], [0, 5, 0]],
  [1, [2, 3], [0, 1]],
])('[DISC-3] splits %d questions over chapters of %j into %j', (total, sizes, parts) =>
  expect(distribute(total, sizes)).toEqual(parts),
);

const sizes = fc.array(fc.nat(500), { minLength: 1, maxLength: 20 }).filter((all) => sum(all) > 0);

it('[DISC-3] parts always add up exactly, each within one of its exact share', () => {
  fc.assert(
    fc.property(fc.nat(2000), sizes, (total, chapters) => {
      const parts = distribute(total, chapters);
      expect(sum(parts)).toBe(total);
      parts.forEach((part, index) => {
        const share = (total * (chapters[index] as number)) / sum(chapters);
        expect(Math.abs(part - share)).toBeLessThan(1);
      });
    }),
  );
});

it('no chapter is asked for more than it has while the total does not exceed the bank', () => {
  fc.assert(
    fc.property(sizes, fc.double({ min: 0, max: 1, noNaN: true }), (chapters, part) => {
      const parts = distribute(Math.floor(sum(chapters) * part), chapters);
      parts.forEach((part, index) => {
        expect(part).toBeLessThanOrEqual(chapters[index] as number);
      });
    }),
  );
});
