import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchesOf, paginate } from './pages.ts';

const heights = (...all: number[]) => all.map((height) => ({ height }));

describe('[PRINT-1] the pages of a paper', () => {
  it('[PRINT-1] begin a new page where the next block does not fit', () => {
    expect(paginate(heights(40, 50, 20, 80, 10), 100)).toEqual([[0, 1], [2, 3], [4]]);
  });

  it('[PRINT-1] keep a heading with the question after it', () => {
    expect(paginate([{ height: 60 }, { height: 10, keepsWithNext: true }, { height: 50 }], 100)).toEqual([
      [0],
      [1, 2],
    ]);
  });

  it('[PRINT-1] begin where a block requires it, and give an oversized block its own page', () => {
    expect(
      paginate([{ height: 10 }, { height: 10, startsPage: true }, { height: 300 }, { height: 5 }], 100),
    ).toEqual([[0], [1], [2], [3]]);
  });

  it('[PRINT-1] have every block once, in order, and overflow only with a single block', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 150 }), { maxLength: 60 }), (all) => {
        const pages = paginate(heights(...all), 100);
        expect(pages.flat()).toEqual(all.map((_, index) => index));
        for (const page of pages) {
          const used = page.reduce((sum, index) => sum + (all[index] ?? 0), 0);
          expect(used <= 100 || page.length === 1).toBe(true);
        }
      }),
    );
  });

  it('[PRINT-1] come in batches', () => {
    expect(batchesOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(batchesOf([], 2)).toEqual([]);
  });
});
