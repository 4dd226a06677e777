/** The maximum number of templates of a custom exam in a session. */
export const maxTemplates = 100;

/** A seat and the index of its row in the room; row numbers may have gaps. */
type SeatInLine = { readonly line: number; readonly seat: number };

/**
 * Which of several templates a seat gets, from 0. Seats next to, in front of and behind each other get
 * different ones; with four or more templates, diagonal neighbours too (APPT-4).
 */
export const templateOfSeat = ({ line, seat }: SeatInLine, count: number): number =>
  (line * (count >= 4 ? 2 : 1) + seat) % count;

/** The questions of a chapter that other templates already use more often than the least used ones. */
export function overused(
  pools: readonly { readonly id: number }[],
  uses: ReadonlyMap<number, number>,
): number[] {
  const usesOf = ({ id }: { readonly id: number }) => uses.get(id) ?? 0;
  const fewest = Math.min(...pools.map(usesOf));
  return pools.filter((pool) => usesOf(pool) > fewest).map(({ id }) => id);
}

/** A template and the questions it asks. */
export type TemplateQuestions = { readonly number: number; readonly questionIds: readonly number[] };

export type PairOverlap = {
  readonly one: number;
  readonly other: number;
  readonly shared: number;
  /** The share of the shorter paper that both have, from 0 to 1. */
  readonly share: number;
};

export type Overlap = {
  /** The mean share of all pairs; 0 with fewer than two templates. */
  readonly mean: number;
  /** The pair that shares most; undefined with fewer than two templates. */
  readonly worst: PairOverlap | undefined;
  /** For each template, the pair in which it shares most. */
  readonly worstOf: ReadonlyMap<number, PairOverlap>;
};

/** How many questions templates have in common. */
export function overlapOf(templates: readonly TemplateQuestions[]): Overlap {
  const sets = templates.map(({ number, questionIds }) => ({ number, ids: new Set(questionIds) }));
  const worstOf = new Map<number, PairOverlap>();
  let worst: PairOverlap | undefined;
  let sum = 0;
  let pairs = 0;
  for (const [index, one] of sets.entries())
    for (const other of sets.slice(index + 1)) {
      let shared = 0;
      for (const id of one.ids) if (other.ids.has(id)) shared += 1;
      const shorter = Math.min(one.ids.size, other.ids.size);
      const pair = {
        one: one.number,
        other: other.number,
        shared,
        share: shorter === 0 ? 0 : shared / shorter,
      };
      sum += pair.share;
      pairs += 1;
      if (!worst || pair.share > worst.share) worst = pair;
      for (const { number } of [one, other])
        if (pair.share > (worstOf.get(number)?.share ?? -1)) worstOf.set(number, pair);
    }
  return { mean: pairs === 0 ? 0 : sum / pairs, worst, worstOf };
}

/** A question of an edited template: its current position, and the question of the bank that replaces it. */
export type EditedQuestion = { readonly from: number; readonly questionId?: number | undefined };

/** Whether an edited order names every current position exactly once. */
export function isReordering(edited: readonly EditedQuestion[], count: number): boolean {
  const positions = new Set(edited.map(({ from }) => from));
  return (
    edited.length === count &&
    positions.size === count &&
    [...positions].every((at) => at >= 1 && at <= count)
  );
}
