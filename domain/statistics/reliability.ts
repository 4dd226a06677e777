import { deviationOf, meanOf, varianceOf } from './moments.ts';

/** What one candidate earned on one item of their paper. */
export type EarnedItem = { readonly item: number; readonly earned: number };

export type Reliability = {
  /** Cronbach's alpha, which is KR-20 where every item is right or wrong; undefined when it cannot be computed. */
  readonly alpha: number | undefined;
  /** Of the scores, in points. */
  readonly deviation: number | undefined;
  /** The standard error of measurement: deviation × √(1 − alpha), in points. */
  readonly standardError: number | undefined;
  readonly papersDiffer: boolean;
};

/**
 * The reliability of a test. Alpha is k / (k − 1) × (1 − Σ item variances / variance of the scores). Where papers differ,
 * the sum is that of each candidate's own items, averaged over the candidates, and k is the mean number of items; with
 * one paper for everybody this is the usual formula.
 */
export function reliabilityOf(papers: readonly (readonly EarnedItem[])[]): Reliability {
  const byItem = new Map<number, number[]>();
  for (const paper of papers)
    for (const { item, earned } of paper) {
      const values = byItem.get(item);
      if (values) values.push(earned);
      else byItem.set(item, [earned]);
    }
  const variances = new Map([...byItem].map(([item, values]) => [item, varianceOf(values)]));
  const scores = papers.map((paper) => paper.reduce((sum, { earned }) => sum + earned, 0));
  const k = meanOf(papers.map((paper) => paper.length)) ?? 0;
  const ofItems =
    meanOf(papers.map((paper) => paper.reduce((sum, { item }) => sum + (variances.get(item) ?? 0), 0))) ?? 0;
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
    papersDiffer: [...byItem.values()].some((values) => values.length !== papers.length),
  };
}
