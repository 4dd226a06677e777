import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChapterShare, chapterAmounts } from './demand.ts';

const share = (chapterId: number, questions: number, changed: Partial<ChapterShare> = {}): ChapterShare => ({
  chapterId,
  questions,
  percentSimple: 50,
  available: 100,
  ...changed,
});
const totals = (shares: readonly ChapterShare[], questions: number) =>
  chapterAmounts(shares, { questions, percentSimple: null }).map((one) => one.simple + one.multiple);

describe('the number of questions per chapter', () => {
  const shares = [share(1, 20), share(2, 10), share(3, 0)];

  it('[DISC-3] follows the structure when the exam asks for the same total', () => {
    expect(totals(shares, 30)).toEqual([20, 10, 0]);
  });

  it('[DISC-3] is proportional to the structure when the exam asks for fewer', () => {
    expect(totals(shares, 15)).toEqual([10, 5, 0]);
  });

  it('[DISC-3] is proportional to the chapters’ sizes when the exam asks for more', () => {
    expect(totals([share(1, 20, { available: 20 }), share(2, 10, { available: 40 })], 60)).toEqual([20, 40]);
  });

  it('[DISC-3] uses the exam’s share of simple questions before the chapter’s', () => {
    const own = [share(1, 10, { percentSimple: 20 })];
    expect(chapterAmounts(own, { questions: 10, percentSimple: null })).toEqual([
      { chapterId: 1, simple: 2, multiple: 8 },
    ]);
    expect(chapterAmounts(own, { questions: 10, percentSimple: 100 })).toEqual([
      { chapterId: 1, simple: 10, multiple: 0 },
    ]);
  });

  it('[DISC-3] always adds up to the total, without negative counts', () => {
    const some = fc.array(
      fc.record({
        questions: fc.nat(30),
        percentSimple: fc.nat(100),
        available: fc.integer({ min: 1, max: 200 }),
      }),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 200 }), (chapters, questions) => {
        const amounts = totals(
          chapters.map((one, at) => ({ ...one, chapterId: at })),
          questions,
        );
        expect(amounts.reduce((all, one) => all + one, 0)).toBe(questions);
        expect(Math.min(...amounts)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
