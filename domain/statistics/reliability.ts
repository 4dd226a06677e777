import { deviationOf, meanOf, varianceOf } from './moments.ts';

/** The points of one candidate on each item of their paper, as parallel lists; items are numbered from 0. */
type EarnedItems = { readonly items: ArrayLike<number>; readonly earned: ArrayLike<number> };

export type Reliability = {
  /**
   * Cronbach's alpha, which equals KR-20 when every item is right or wrong; undefined when it cannot be
   * computed.
   */
  readonly alpha: number | undefined;
  /** The standard deviation of the scores, in points. */
  readonly deviation: number | undefined;
  /** The standard error of measurement: deviation × √(1 − alpha), in points. */
  readonly standardError: number | undefined;
  readonly papersDiffer: boolean;
};

function sumOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += values[index] ?? 0;
  return sum;
}

type ItemVariance = { served: number; mean: number; variance: number };

/** The variance of each item over the candidates who were served it, in two passes; items that nobody was served are absent. */
function itemVariances(papers: readonly EarnedItems[]): readonly (ItemVariance | undefined)[] {
  const byItem: ItemVariance[] = [];
  const each = (work: (one: ItemVariance, earned: number) => void) => {
    for (const { items, earned } of papers)
      for (let index = 0; index < items.length; index += 1) {
        const item = items[index] ?? 0;
        let one = byItem[item];
        if (!one) {
          one = { served: 0, mean: 0, variance: 0 };
          byItem[item] = one;
        }
        work(one, earned[index] ?? 0);
      }
  };
  each((one, earned) => {
    one.served += 1;
    one.mean += earned;
  });
  byItem.forEach((one) => {
    one.mean /= one.served;
  });
  each((one, earned) => {
    one.variance += (earned - one.mean) ** 2;
  });
  byItem.forEach((one) => {
    one.variance /= one.served;
  });
  return byItem;
}

/**
 * The reliability of a test. Alpha is k / (k − 1) × (1 − Σ item variances / variance of the scores). When
 * papers differ, the sum is over each candidate's own items, averaged over the candidates, and k is the mean
 * number of items; with one paper for all this is the usual formula.
 */
export function reliabilityOf(papers: readonly EarnedItems[]): Reliability {
  const found = itemVariances(papers);
  const scores = papers.map(({ earned }) => sumOf(earned));
  const k = meanOf(papers.map(({ items }) => items.length)) ?? 0;
  const ofItems =
    meanOf(
      papers.map(({ items }) => {
        let sum = 0;
        for (let index = 0; index < items.length; index += 1) sum += found[items[index] ?? 0]?.variance ?? 0;
        return sum;
      }),
    ) ?? 0;
  const ofScores = varianceOf(scores);
  const deviation = deviationOf(scores);
  const alpha = k > 1 && ofScores > 1e-12 ? (k / (k - 1)) * (1 - ofItems / ofScores) : undefined;
  return {
    alpha,
    deviation,
    standardError:
      alpha === undefined || deviation === undefined
        ? undefined
        : deviation * Math.sqrt(1 - Math.min(1, Math.max(0, alpha))),
    papersDiffer: found.some((one) => one !== undefined && one.served !== papers.length),
  };
}
