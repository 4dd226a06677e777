/** How many questions of a chapter can be served as one kind only, and how many as both. */
type ServableCounts = {
  readonly onlySimple: number;
  readonly onlyMultiple: number;
  readonly both: number;
};

/** The binomials of `from` up to `most` chosen. */
function binomials(from: number, most: number): readonly bigint[] {
  const row = [1n];
  for (let count = 0; count < most; count += 1)
    row.push(((row[count] as bigint) * BigInt(Math.max(0, from - count))) / BigInt(count + 1));
  return row;
}

/**
 * How many different choices of questions and kinds a chapter can serve, from counts alone; 0 when it cannot meet the
 * demand. The same number as `countChoices`, which sees the questions.
 */
export function countChoicesFromCounts(
  { onlySimple, onlyMultiple, both }: ServableCounts,
  { simple, multiple }: { readonly simple: number; readonly multiple: number },
): bigint {
  const asSimple = binomials(onlySimple, simple);
  const asMultiple = binomials(onlyMultiple, multiple);
  const asBoth = binomials(both, simple + multiple);
  let choices = 0n;
  for (let s = 0; s <= Math.min(simple, onlySimple); s += 1)
    for (let m = 0; m <= Math.min(multiple, onlyMultiple); m += 1) {
      const rest = simple - s + multiple - m;
      if (rest > both) continue;
      const kinds = binomials(rest, simple - s)[simple - s] ?? 0n;
      choices += (asSimple[s] ?? 0n) * (asMultiple[m] ?? 0n) * (asBoth[rest] ?? 0n) * kinds;
    }
  return choices;
}
