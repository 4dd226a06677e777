/** The mean of some numbers; undefined for none. */
export const meanOf = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;

/** The variance of a whole population: divided by the number of values. */
export function varianceOf(values: readonly number[]): number {
  const mean = meanOf(values) ?? 0;
  return meanOf(values.map((value) => (value - mean) ** 2)) ?? 0;
}

/** The standard deviation of a sample: divided by one less than the number of values; undefined below two. */
export function deviationOf(values: readonly number[]): number | undefined {
  if (values.length < 2) return undefined;
  return Math.sqrt((varianceOf(values) * values.length) / (values.length - 1));
}

/** The product-moment correlation of pairs; undefined when one side does not vary. */
export function correlationOf(xs: readonly number[], ys: readonly number[]): number | undefined {
  const [meanX, meanY] = [meanOf(xs) ?? 0, meanOf(ys) ?? 0];
  let [together, ofX, ofY] = [0, 0, 0];
  for (const [place, x] of xs.entries()) {
    const [dx, dy] = [x - meanX, (ys[place] ?? 0) - meanY];
    together += dx * dy;
    ofX += dx * dx;
    ofY += dy * dy;
  }
  // Equal values differ by rounding only.
  const least = 1e-12 * Math.max(1, xs.length);
  return ofX < least || ofY < least ? undefined : together / Math.sqrt(ofX * ofY);
}
