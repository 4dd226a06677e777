import fc from 'fast-check';
import { expect, it } from 'vitest';
import { analyseItem } from './item-analysis.ts';
import { ItemResponses } from './item-responses.ts';
import { reliabilityOf } from './reliability.ts';

/** What one candidate did with one question: the points of 4, and how the three answers were shown and ticked, as bits. */
type Given = {
  readonly item: number;
  readonly points: number;
  readonly shown: number;
  readonly ticked: number;
};
type Paper = readonly Given[];

const bits = fc.integer({ min: 0, max: 7 });
const given = (item: number): fc.Arbitrary<Given> =>
  fc
    .record({ points: fc.integer({ min: 0, max: 4 }), shown: bits, chosen: bits })
    .map(({ points, shown, chosen }) => ({ item, points, shown, ticked: shown & chosen }));

/** Candidates with papers of two to five of six questions. */
const cohorts = fc.array(
  fc
    .subarray([0, 1, 2, 3, 4, 5], { minLength: 2, maxLength: 5 })
    .chain((items) => fc.tuple(...items.map(given))),
  { minLength: 4, maxLength: 40 },
);

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
const mean = (values: readonly number[]) => sum(values) / values.length;
/** The population's covariance from raw moments. */
const covariance = (x: readonly number[], y: readonly number[]) =>
  mean(x.map((one, index) => one * (y[index] ?? 0))) - mean(x) * mean(y);
const varies = (x: readonly number[]) => covariance(x, x) > 1e-9;

const scoreOf = (paper: Paper) => sum(paper.map(({ points }) => points));
const totalOf = (paper: Paper) => scoreOf(paper) / (4 * paper.length);

/** Those who were served a question, best first; equal totals keep their order. */
function servedBestFirst(cohort: readonly Paper[], item: number) {
  const served = cohort.flatMap((paper, index) => {
    const own = paper.find((one) => one.item === item);
    return own ? [{ ...own, index, total: totalOf(paper), paper }] : [];
  });
  return served.sort((one, other) => other.total - one.total || one.index - other.index);
}

it('[RESU-5] the figures of questions in papers that differ are those of an independent computation', () => {
  fc.assert(
    fc.property(cohorts, (cohort) => {
      for (let item = 0; item < 6; item += 1) {
        const served = servedBestFirst(cohort, item);
        if (served.length === 0) continue;
        const shares = served.map(({ points }) => points / 4);
        const rests = served.map(({ paper, points }) => (scoreOf(paper) - points) / (4 * (paper.length - 1)));
        const found = analyseItem(
          ItemResponses.of(
            served.map(({ shown, ticked, total }, index) => ({
              share: shares[index] ?? 0,
              rest: rests[index] ?? 0,
              total,
              shown,
              ticked,
            })),
          ),
          3,
        );
        const size = Math.min(Math.max(1, Math.round(served.length * 0.27)), Math.floor(served.length / 2));
        const [best, worst] = [served.slice(0, size), size === 0 ? [] : served.slice(-size)];
        const used = (group: typeof served, answer: number) => ({
          shown: group.filter(({ shown }) => Math.floor(shown / 2 ** answer) % 2 === 1).length,
          ticked: group.filter(({ ticked }) => Math.floor(ticked / 2 ** answer) % 2 === 1).length,
        });
        expect(found.served).toBe(served.length);
        expect(found.omitted).toBe(served.filter(({ ticked }) => ticked === 0).length);
        expect(found.difficulty).toBeCloseTo(mean(shares), 6);
        expect(found.discrimination).toEqual(
          served.length > 1 && varies(shares) && varies(rests)
            ? expect.closeTo(
                covariance(shares, rests) / Math.sqrt(covariance(shares, shares) * covariance(rests, rests)),
                6,
              )
            : undefined,
        );
        expect(found.upperLower).toEqual(
          size === 0
            ? undefined
            : expect.closeTo(
                mean(best.map(({ points }) => points)) / 4 - mean(worst.map(({ points }) => points)) / 4,
                6,
              ),
        );
        expect(found.answers).toEqual(
          [0, 1, 2].map((answer) => ({
            answer,
            ...used(served, answer),
            upper: used(best, answer),
            lower: used(worst, answer),
          })),
        );
      }
    }),
    { numRuns: 80 },
  );
});

it('[RESU-5] reliability, deviation and standard error of papers that differ are those of an independent computation', () => {
  fc.assert(
    fc.property(cohorts, (cohort) => {
      const found = reliabilityOf(
        cohort.map((paper) => ({
          items: paper.map(({ item }) => item),
          earned: paper.map(({ points }) => points),
        })),
      );
      const pointsOf = (item: number) => servedBestFirst(cohort, item).map(({ points }) => points);
      const ofItem = [0, 1, 2, 3, 4, 5].map((item) => covariance(pointsOf(item), pointsOf(item)));
      const scores = cohort.map(scoreOf);
      const k = mean(cohort.map((paper) => paper.length));
      const ofItems = mean(cohort.map((paper) => sum(paper.map(({ item }) => ofItem[item] ?? 0))));
      const deviation = Math.sqrt((covariance(scores, scores) * scores.length) / (scores.length - 1));
      expect(found.deviation).toBeCloseTo(deviation, 6);
      expect(found.papersDiffer).toBe(
        cohort.some((paper) =>
          cohort.some(
            (other) =>
              other.length !== paper.length ||
              other.some(({ item }) => !paper.some((one) => one.item === item)),
          ),
        ),
      );
      const alpha = (k / (k - 1)) * (1 - ofItems / covariance(scores, scores));
      const error = deviation * Math.sqrt(1 - Math.min(1, Math.max(0, alpha)));
      const expected = varies(scores)
        ? [expect.closeTo(alpha, 6), expect.closeTo(error, 6)]
        : [undefined, undefined];
      expect([found.alpha, found.standardError]).toEqual(expected);
    }),
    { numRuns: 80 },
  );
});
