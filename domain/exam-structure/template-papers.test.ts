import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isReordering, overlapOf, overused, templateOfSeat } from './template-papers.ts';

const seats = fc.record({ line: fc.integer({ min: 0, max: 40 }), seat: fc.integer({ min: 1, max: 60 }) });

describe('[TMPL-1] the template of a seat', () => {
  const differs = (count: number, [rows, across]: readonly [number, number]) =>
    fc.assert(
      fc.property(seats, ({ line, seat }) => {
        const own = templateOfSeat({ line, seat }, count);
        expect(own).toBeGreaterThanOrEqual(0);
        expect(own).toBeLessThan(count);
        expect(templateOfSeat({ line: line + rows, seat: seat + across }, count)).not.toBe(own);
      }),
    );

  it.each(Array.from({ length: 29 }, (_, index) => index + 2))(
    '[TMPL-1] with %i templates, neighbours left, right, in front and behind have others',
    (count) => {
      differs(count, [0, 1]);
      differs(count, [1, 0]);
    },
  );

  it.each(Array.from({ length: 27 }, (_, index) => index + 4))(
    '[TMPL-1] with %i templates, diagonal neighbours have others too',
    (count) => {
      differs(count, [1, 1]);
      differs(count, [1, -1]);
    },
  );
});

describe('[TMPL-1] templates', () => {
  it('[TMPL-1] prefer the questions that others use least', () => {
    const pools = [1, 2, 3, 4].map((id) => ({ id }));
    expect(overused(pools, new Map())).toEqual([]);
    expect(overused(pools, new Map([[2, 1]]))).toEqual([2]);
    const used = new Map([
      [1, 1],
      [2, 2],
      [3, 1],
      [4, 1],
    ]);
    expect(overused(pools, used)).toEqual([2]);
  });

  it('[TMPL-1] measure how many questions they share', () => {
    const { mean, worst, worstOf } = overlapOf([
      { number: 1, questionIds: [1, 2, 3, 4] },
      { number: 2, questionIds: [3, 4, 5, 6] },
      { number: 3, questionIds: [6, 7, 8] },
    ]);
    expect(worst).toEqual({ one: 1, other: 2, shared: 2, share: 0.5 });
    expect(mean).toBeCloseTo((0.5 + 0 + 1 / 3) / 3);
    expect(worstOf.get(3)).toEqual({ one: 2, other: 3, shared: 1, share: 1 / 3 });
    expect(overlapOf([{ number: 1, questionIds: [1] }])).toMatchObject({ mean: 0, worst: undefined });
  });

  it('[TMPL-2] are reordered without losing or repeating a question', () => {
    const order = (...all: number[]) => all.map((from) => ({ from }));
    expect(isReordering(order(3, 1, 2), 3)).toBe(true);
    expect(isReordering(order(1, 2), 3)).toBe(false);
    expect(isReordering(order(1, 1, 2), 3)).toBe(false);
    expect(isReordering(order(1, 2, 4), 3)).toBe(false);
  });
});
