/**
 * Splits a whole number in proportion to the weights so that the parts always add up to it (largest remainder).
 * A part is never more than one away from its exact share, and never above its weight while the total is not above
 * the weights' sum. Equal remainders go to the larger weight, then to the earlier one.
 */
export function distribute(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (sum === 0) {
    if (total > 0) throw new Error('nothing to distribute over');
    return weights.map(() => 0);
  }
  const parts = weights.map((weight, index) => ({
    index,
    weight,
    whole: Math.floor((total * weight) / sum),
    remainder: (total * weight) % sum,
  }));
  const left = total - parts.reduce((all, part) => all + part.whole, 0);
  const favoured = parts
    .toSorted((a, b) => b.remainder - a.remainder || b.weight - a.weight || a.index - b.index)
    .slice(0, left)
    .map((part) => part.index);
  return parts.map((part) => part.whole + (favoured.includes(part.index) ? 1 : 0));
}
