import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { imageLimit, splitBlock } from './tall-blocks.ts';

describe('[PRINT-1] a question higher than a page', () => {
  it('[PRINT-1] has its highest images reduced until all fit', () => {
    expect(imageLimit([300, 300, 300], 600)).toBe(200);
    expect(imageLimit([50, 300, 300], 450)).toBe(200);
    expect(imageLimit([100, 200], 500)).toBe(200);
    expect(imageLimit([100, 200], -20)).toBe(0);
    expect(imageLimit([], 100)).toBe(0);
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1 }),
        fc.nat(2000),
        (heights, room) => {
          const limit = imageLimit(heights, room);
          const used = heights.reduce((sum, height) => sum + Math.min(height, limit), 0);
          expect(used).toBeLessThanOrEqual(room + 1e-6);
          expect(
            used >=
              Math.min(
                room,
                heights.reduce((sum, height) => sum + height, 0),
              ) -
                1e-6,
          ).toBe(true);
        },
      ),
    );
  });

  it('[PRINT-1] is divided between its answers, and its text stays with the first', () => {
    expect(splitBlock(30, [40, 40, 40, 90], 100)).toEqual([
      { from: 0, to: 1, height: 70 },
      { from: 1, to: 3, height: 80 },
      { from: 3, to: 4, height: 90 },
    ]);
    expect(splitBlock(80, [40], 100)).toEqual([{ from: 0, to: 1, height: 120 }]);
  });
});
