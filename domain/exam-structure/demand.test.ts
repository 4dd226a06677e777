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

describe('what chapters give to an exam', () => {
  const shares = [share(1, 20), share(2, 10), share(3, 0)];

  it('[DISC-3] the structure as it stands when the exam asks for as many questions', () => {
    expect(totals(shares, 30)).toEqual([20, 10, 0]);
  });

  it('[DISC-3] in proportion to the structure when it asks for fewer', () => {
    expect(totals(shares, 15)).toEqual([10, 5, 0]);
  });

  it('[DISC-3] in proportion to what the chapters hold when it asks for more', () => {
    expect(totals([share(1, 20, { available: 20 }), share(2, 10, { available: 40 })], 60)).toEqual([20, 40]);
  });

  it('[DISC-3] the share of simple questions of the exam goes before that of the chapter', () => {
    const own = [share(1, 10, { percentSimple: 20 })];
    expect(chapterAmounts(own, { questions: 10, percentSimple: null })).toEqual([
      { chapterId: 1, simple: 2, multiple: 8 },
    ]);
    expect(chapterAmounts(own, { questions: 10, percentSimple: 100 })).toEqual([
      { chapterId: 1, simple: 10, multiple: 0 },
    ]);
  });

  it('[DISC-3] together always exactly what is asked, none below nothing', () => {
    const some = fc.array(
      fc.record({
        questions: fc.nat(30),
        percentSimple: fc.nat(100),
        available: fc.integer({ min: 1, max: 200 }),
      }),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 200 }), (chapters, asked) => {
        const amounts = totals(
          chapters.map((one, at) => ({ ...one, chapterId: at })),
          asked,
        );
        expect(amounts.reduce((all, one) => all + one, 0)).toBe(asked);
        expect(Math.min(...amounts)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
