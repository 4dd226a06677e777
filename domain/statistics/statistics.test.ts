import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyseItem as analyse } from './item-analysis.ts';
import { flagsOf, pointsToWrongKey } from './item-flags.ts';
import { type ItemResponse, ItemResponses } from './item-responses.ts';
import { reliabilityOf } from './reliability.ts';

/** Right and wrong answers as a table: one line per candidate. */
const table = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' ').map(Number));
const papersOf = (rows: readonly (readonly number[])[]) =>
  rows.map((row) => ({ items: row.map((_, item) => item), earned: row }));

const analyseItem = (responses: readonly ItemResponse[], answers: number, group?: number) =>
  analyse(ItemResponses.of(responses), answers, group);

/** The responses to one item of a table of ones and zeros. */
function responsesTo(rows: readonly (readonly number[])[], item: number): ItemResponse[] {
  return rows.map((row) => {
    const sum = row.reduce((all, one) => all + one, 0);
    const share = row[item] ?? 0;
    const ticked = share === 1 ? 1 : 2;
    return { share, rest: (sum - share) / (row.length - 1), total: sum / row.length, shown: 3, ticked };
  });
}

// K. Wuensch, "The Kuder-Richardson 20", East Carolina University, core.ecu.edu/wuenschk/StatHelp/KR20.txt:
// ten students, ten items; p, pq and the variance 5.84 of the scores are printed there.
const quiz = table(`
  1 1 1 1 1 1 0 1 1 0
  1 0 1 1 0 1 1 1 0 1
  1 1 1 1 0 1 1 0 0 1
  0 0 1 0 0 0 1 0 0 0
  0 0 0 0 0 1 0 0 1 0
  1 1 1 0 1 1 1 1 1 1
  1 1 0 1 1 1 0 1 1 1
  1 1 1 1 1 1 1 1 0 1
  0 1 0 1 1 1 1 1 0 1
  1 1 0 1 1 0 1 1 1 0`);

// "Item Analysis Worksheet", studylib.net/doc/25270846: the five best and the five worst of a class, ten questions.
const worksheet = table(`
  1 1 1 1 1 1 1 1 1 1
  1 1 1 1 1 1 1 1 0 1
  1 1 0 1 1 1 1 1 0 0
  0 1 1 1 1 1 0 1 0 1
  1 1 1 0 1 1 1 0 0 1
  1 1 1 0 1 1 0 1 0 0
  0 1 1 0 1 1 0 1 0 1
  0 1 1 1 0 0 1 0 1 0
  1 1 1 0 1 0 0 0 0 1
  0 1 0 0 0 1 0 0 1 0`);

// Bock and Lieberman (1970), section 6 of the Law School Admission Test: 1000 candidates, five items, by pattern of
// answers; the difficulties .924 .709 .553 .763 .870 are printed there.
const patterns = [
  3, 6, 2, 11, 1, 1, 3, 4, 1, 8, 0, 16, 0, 3, 2, 15, 10, 29, 14, 81, 3, 28, 15, 80, 16, 56, 21, 173, 11, 61,
  28, 298,
];
const lawSchool = patterns.flatMap((count, bits) =>
  Array.from({ length: count }, () => [16, 8, 4, 2, 1].map((bit) => ((bits & bit) === 0 ? 0 : 1))),
);

describe('[RESU-5] published examples', () => {
  it('[RESU-5] KR-20 and the standard error of Wuensch’s quiz', () => {
    const { alpha, standardError, papersDiffer } = reliabilityOf(papersOf(quiz));
    // 10/9 × (1 − 2.18/5.84)
    expect(alpha).toBeCloseTo(0.696347, 6);
    expect(standardError).toBeCloseTo(Math.sqrt((5.84 * 10) / 9) * Math.sqrt(1 - 0.6963470319634703), 6);
    expect(papersDiffer).toBe(false);
  });

  it('[RESU-5] difficulty of Wuensch’s quiz and of the admission test', () => {
    const difficulties = (rows: number[][]) =>
      rows[0]?.map((_, item) => Number(analyseItem(responsesTo(rows, item), 2).difficulty.toFixed(6)));
    expect(difficulties(quiz)).toEqual([0.7, 0.7, 0.6, 0.7, 0.6, 0.8, 0.7, 0.7, 0.5, 0.6]);
    expect(difficulties(lawSchool)).toEqual([0.924, 0.709, 0.553, 0.763, 0.87]);
  });

  it('[RESU-5] the corrected point-biserial of the admission test, as the R package ltm prints it', () => {
    const found = [0, 1, 2, 3, 4].map(
      (item) => analyseItem(responsesTo(lawSchool, item), 2).discrimination ?? 0,
    );
    expect(found.map((value) => value.toFixed(4))).toEqual([
      '0.1128',
      '0.1532',
      '0.1728',
      '0.1444',
      '0.1216',
    ]);
    const alpha = reliabilityOf(papersOf(lawSchool)).alpha ?? 0;
    expect(alpha.toFixed(3)).toBe('0.295');
    // The same from the printed counts, in exact fractions.
    const exact = [0.112832688922, 0.153178120117, 0.172778943291, 0.144428095247, 0.121596402547];
    for (const [item, value] of exact.entries()) expect(found[item]).toBeCloseTo(value, 9);
    expect(alpha).toBeCloseTo(0.294997192216, 9);
  });

  it('[RESU-5] the discrimination of the worksheet, whose groups are halves', () => {
    const found = worksheet[0]?.map((_, item) =>
      Number(analyseItem(responsesTo(worksheet, item), 2, 0.5).upperLower?.toFixed(6)),
    );
    expect(found).toEqual([0.4, 0, 0, 0.6, 0.4, 0.4, 0.6, 0.4, -0.2, 0.4]);
  });

  it('[RESU-5] the discrimination of the worksheet between its best and worst 27 %: three of ten each', () => {
    // The scores are 10, 9, 7, 7, 7, 6, 6, 5, 5, 3: the first three and the last three, counted by hand.
    const found = worksheet[0]?.map(
      (_, item) => analyseItem(responsesTo(worksheet, item), 2).upperLower ?? 0,
    );
    for (const [item, thirds] of [2, 0, 0, 2, 2, 2, 2, 3, -1, 1].entries())
      expect(found?.[item]).toBeCloseTo(thirds / 3, 9);
  });

  it('[RESU-5] upper and lower groups of 27 %, never overlapping', () => {
    /** Candidates in rising order, of whom the best `solved` earned the item. */
    const upperLower = (candidates: number, solved: number) =>
      analyseItem(
        Array.from({ length: candidates }, (_, index) => ({
          share: index >= candidates - solved ? 1 : 0,
          rest: index,
          total: index,
          shown: 3,
          ticked: 1,
        })),
        2,
      ).upperLower;
    for (const [solved, expected] of [
      [26, 26 / 27],
      [27, 1],
      [73, 1],
      [74, 26 / 27],
    ] as const)
      expect(upperLower(100, solved)).toBeCloseTo(expected, 9);
    expect([upperLower(1, 1), upperLower(2, 1), upperLower(3, 1)]).toEqual([undefined, 1, 1]);
  });
});

describe('[RESU-5] an independent computation on random cohorts', () => {
  const cohort = fc
    .tuple(fc.integer({ min: 4, max: 25 }), fc.integer({ min: 2, max: 8 }))
    .chain(([people, items]) =>
      fc.array(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: items, maxLength: items }), {
        minLength: people,
        maxLength: people,
      }),
    );

  /** The matrix of covariances, from raw sums of products. */
  function covariances(rows: readonly (readonly number[])[]): number[][] {
    const n = rows.length;
    const items = rows[0]?.length ?? 0;
    const at = (row: number, item: number) => rows[row]?.[item] ?? 0;
    const sum = (of: (row: number) => number) =>
      Array.from({ length: n }, (_, row) => of(row)).reduce((a, b) => a + b, 0);
    return Array.from({ length: items }, (_, i) =>
      Array.from(
        { length: items },
        (_, j) =>
          (n * sum((row) => at(row, i) * at(row, j)) - sum((row) => at(row, i)) * sum((row) => at(row, j))) /
          n ** 2,
      ),
    );
  }

  it('[RESU-5] alpha and the item-rest correlation follow from the covariances alone', () => {
    fc.assert(
      fc.property(cohort, (rows) => {
        const matrix = covariances(rows);
        const items = matrix.length;
        const all = matrix.flat().reduce((a, b) => a + b, 0);
        const diagonal = matrix.reduce((sum, line, index) => sum + (line[index] ?? 0), 0);
        const usual = (items / (items - 1)) * (1 - diagonal / all);
        expect(reliabilityOf(papersOf(rows)).alpha).toEqual(
          all > 1e-9 ? expect.closeTo(usual, 6) : undefined,
        );
        for (let item = 0; item < items; item += 1) {
          const responses = rows.map((row) => {
            const sum = row.reduce((a, b) => a + b, 0);
            const earned = row[item] ?? 0;
            return {
              share: earned / 4,
              rest: (sum - earned) / (4 * (items - 1)),
              total: sum,
              shown: 1,
              ticked: 1,
            };
          });
          const own = matrix[item]?.[item] ?? 0;
          const withAll = (matrix[item] ?? []).reduce((a, b) => a + b, 0);
          const rest = all - 2 * withAll + own;
          const varies = own > 1e-9 && rest > 1e-9;
          expect(analyseItem(responses, 1).discrimination).toEqual(
            varies ? expect.closeTo((withAll - own) / Math.sqrt(own * rest), 6) : undefined,
          );
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('[RESU-5] the flags of an item', () => {
  const person = (share: number, total: number, ticked: number): ItemResponse => ({
    share,
    rest: total,
    total,
    shown: 7,
    ticked,
  });
  const best = (ticked: number, share: number) =>
    Array.from({ length: 10 }, () => person(share, 0.9, ticked));
  const worst = (ticked: number, share: number) =>
    Array.from({ length: 10 }, () => person(share, 0.2, ticked));
  const isCorrect = (answer: number) => answer === 0;

  it('[RESU-5] are only "too few" below ten candidates', () => {
    expect(flagsOf(analyseItem(best(2, 0).slice(0, 9), 3), isCorrect)).toEqual([{ kind: 'tooFew' }]);
  });

  it('[RESU-5] name a wrong answer that the best prefer, and a correct one that they avoid', () => {
    const flags = flagsOf(analyseItem([...best(2, 0), ...worst(1, 1)], 3), isCorrect);
    expect(flags).toEqual([
      { kind: 'avoidedCorrect', answer: 0 },
      { kind: 'preferredWrong', answer: 1 },
      { kind: 'negative' },
    ]);
    expect(flags.every(pointsToWrongKey)).toBe(true);
  });

  it('[RESU-5] are empty for a question that the best know and the worst do not', () => {
    expect(flagsOf(analyseItem([...best(1, 1), ...worst(2, 0)], 3), isCorrect)).toEqual([]);
  });

  it('[RESU-5] mark a question that all candidates know as too easy', () => {
    expect(flagsOf(analyseItem([...best(1, 1), ...worst(1, 1)], 3), isCorrect)).toEqual([
      { kind: 'tooEasy' },
    ]);
  });

  it('[RESU-5] come with how many candidates of both groups were shown and ticked an answer', () => {
    const { answers, omitted } = analyseItem([...best(1, 1), ...worst(0, 0)], 3);
    expect(omitted).toBe(10);
    expect(answers[0]).toMatchObject({ shown: 20, ticked: 10, upper: { ticked: 5 }, lower: { ticked: 0 } });
  });
});
