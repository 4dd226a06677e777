/** The mean; undefined for an empty list. */
export function meanOf(values: ArrayLike<number>): number | undefined {
  if (values.length === 0) return undefined;
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += values[index] ?? 0;
  return sum / values.length;
}

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
export function correlationOf(xs: ArrayLike<number>, ys: ArrayLike<number>): number | undefined {
  const [meanX, meanY] = [meanOf(xs) ?? 0, meanOf(ys) ?? 0];
  let [together, ofX, ofY] = [0, 0, 0];
  for (let index = 0; index < xs.length; index += 1) {
    const dx = (xs[index] ?? 0) - meanX;
    const dy = (ys[index] ?? 0) - meanY;
    together += dx * dy;
    ofX += dx * dx;
    ofY += dy * dy;
  }
  // Equal values differ only by rounding.
  const least = 1e-12 * Math.max(1, xs.length);
  return ofX < least || ofY < least ? undefined : together / Math.sqrt(ofX * ofY);
}
