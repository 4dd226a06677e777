import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { imageLimit, type Line, linesOf, splitBlock } from './tall-blocks.ts';

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

  /** Items of lines of height 10. */
  const itemsOf = (...counts: number[]): Line[][] => {
    let top = 0;
    return counts.map((count) =>
      Array.from({ length: count }, () => {
        top += 10;
        return { top: top - 10, bottom: top };
      }),
    );
  };

  it('[PRINT-1] is divided between its answers; each further piece has room for the line that marks it', () => {
    const room = { height: 210, pageHeight: 100, continued: 10 };
    expect(splitBlock(itemsOf(3, 4, 4, 4, 6), room)).toEqual([
      { from: 0, to: 70, height: 70 },
      { from: 70, to: 150, height: 90 },
      { from: 150, to: 210, height: 70 },
    ]);
    // Two answers of five lines fit on a page, but not with the line that marks them.
    expect(splitBlock(itemsOf(6, 5, 5), { ...room, height: 160 }).map(({ to }) => to)).toEqual([
      60, 110, 160,
    ]);
  });

  it('[PRINT-1] is divided between the lines of a text or an answer that is higher than a page', () => {
    const pieces = splitBlock(itemsOf(25, 12, 3), { height: 400, pageHeight: 100, continued: 10 });
    expect(pieces.map(({ from, to }) => [from, to])).toEqual([
      [0, 100],
      [100, 190],
      [190, 280],
      [280, 370],
      [370, 400],
    ]);
  });

  it('[PRINT-1] is never cut inside a line, and no piece is higher than a page', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 12 }), (counts) => {
        const items = itemsOf(...counts);
        const height = counts.reduce((sum, count) => sum + count * 10, 0);
        const pieces = splitBlock(items, { height, pageHeight: 95, continued: 7 });
        expect(pieces.at(-1)?.to).toBe(height);
        for (const [index, piece] of pieces.entries()) {
          expect(piece.height).toBeLessThanOrEqual(95);
          expect(piece.from % 10).toBe(0);
          expect(piece.from).toBe(pieces[index - 1]?.to ?? 0);
        }
      }),
    );
  });

  it('[PRINT-1] keeps neighbours on one line', () => {
    const boxes = [
      { top: 20, bottom: 30 },
      { top: 0, bottom: 12 },
      { top: 4, bottom: 14 },
      { top: 13, bottom: 20 },
    ];
    expect(linesOf(boxes, 2)).toEqual([
      { top: 0, bottom: 14 },
      { top: 13, bottom: 20 },
      { top: 20, bottom: 30 },
    ]);
  });
});
