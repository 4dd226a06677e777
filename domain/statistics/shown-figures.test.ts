import { describe, expect, it } from 'vitest';
import { analyseItem } from './item-analysis.ts';
import { ItemResponses } from './item-responses.ts';
import { isJudged, shownFigures, shownJudged, shownSeconds, shownUse } from './shown-figures.ts';

/** Candidates who were shown the first two answers and ticked the first; every second one knows the item. */
const responses = (count: number) =>
  ItemResponses.of(
    Array.from({ length: count }, (_, index) => ({
      share: index % 2,
      rest: index % 2,
      total: index % 2,
      shown: 0b11,
      ticked: 0b01,
    })),
  );
const [nine, ten] = [analyseItem(responses(9), 3), analyseItem(responses(10), 3)];

describe('[RESU-5] below ten exams', () => {
  it('an item has no difficulty and no discrimination', () => {
    expect(shownFigures(nine)).toEqual({ difficulty: null, discrimination: null, upperLower: null });
    expect(shownFigures(ten)).toMatchObject({ difficulty: 0.5, discrimination: expect.closeTo(1, 10) });
  });

  it('it has no time, even where it was served more often', () => {
    expect(shownSeconds(undefined)).toBeNull();
    expect(shownSeconds({ seconds: 40, exams: 9 })).toBeNull();
    expect(shownSeconds({ seconds: 40, exams: 10 })).toBe(40);
  });

  it('an answer has no shares, only the number of those who were shown it', () => {
    expect(nine.answers.map(shownUse)[0]).toEqual({ shown: 9, ticked: null, upper: null, lower: null });
    expect(ten.answers.map(shownUse)).toEqual([
      { shown: 10, ticked: 10, upper: { shown: 3, ticked: 3 }, lower: { shown: 3, ticked: 3 } },
      { shown: 10, ticked: 0, upper: { shown: 3, ticked: 0 }, lower: { shown: 3, ticked: 0 } },
      // Nobody was shown the third.
      { shown: 0, ticked: null, upper: null, lower: null },
    ]);
  });

  it('an exam has no pass rate, reliability, standard error and deviation', () => {
    const figures = { passRate: 0.5, reliability: 0.8, standardError: 2, deviation: undefined };
    const none = { passRate: null, reliability: null, standardError: null, deviation: null };
    expect(shownJudged(9, figures)).toEqual(none);
    expect(shownJudged(10, figures)).toEqual({ ...figures, deviation: null });
    for (const name of Object.keys(none)) expect([name, isJudged(name)]).toEqual([name, true]);
    expect(isJudged('mean')).toBe(false);
  });
});
