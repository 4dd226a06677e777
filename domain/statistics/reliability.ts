import { deviationOf, meanOf, varianceOf } from './moments.ts';

/** The points of one candidate on each item of their paper, as parallel lists; items are numbered from 0. */
export type EarnedItems = { readonly items: ArrayLike<number>; readonly earned: ArrayLike<number> };

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

/** How many candidates were served each item, and its variance over them, in two passes; items that nobody was served have none. */
function itemVariances(papers: readonly EarnedItems[]) {
  let count = 0;
  for (const { items } of papers)
    for (let index = 0; index < items.length; index += 1) count = Math.max(count, (items[index] ?? 0) + 1);
  const served = new Uint32Array(count);
  const [means, variances] = [new Float64Array(count), new Float64Array(count)];
  for (const { items, earned } of papers)
    for (let index = 0; index < items.length; index += 1) {
      const item = items[index] ?? 0;
      served[item] = (served[item] ?? 0) + 1;
      means[item] = (means[item] ?? 0) + (earned[index] ?? 0);
    }
  for (let item = 0; item < count; item += 1) means[item] = (means[item] ?? 0) / (served[item] || 1);
  for (const { items, earned } of papers)
    for (let index = 0; index < items.length; index += 1) {
      const item = items[index] ?? 0;
      const off = (earned[index] ?? 0) - (means[item] ?? 0);
      variances[item] = (variances[item] ?? 0) + off * off;
    }
  for (let item = 0; item < count; item += 1) variances[item] = (variances[item] ?? 0) / (served[item] || 1);
  return { served, variances };
}

/**
 * The reliability of a test. Alpha is k / (k − 1) × (1 − Σ item variances / variance of the scores). When
 * papers differ, the sum is over each candidate's own items, averaged over the candidates, and k is the mean
 * number of items; with one paper for all this is the usual formula.
 */
export function reliabilityOf(papers: readonly EarnedItems[]): Reliability {
  const { served, variances } = itemVariances(papers);
  const scores = papers.map(({ earned }) => sumOf(earned));
  const k = meanOf(papers.map(({ items }) => items.length)) ?? 0;
  const ofItems =
    meanOf(
      papers.map(({ items }) => {
        let sum = 0;
        for (let index = 0; index < items.length; index += 1) sum += variances[items[index] ?? 0] ?? 0;
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
    papersDiffer: served.some((one) => one > 0 && one !== papers.length),
  };
}
