import type { ItemResponses } from './item-responses.ts';
import { correlationOf, meanOf } from './moments.ts';

/** Upper and lower group of the classical item analysis (Kelley, 1939). */
const defaultGroupShare = 0.27;

/** Below this number of candidates an item gets no figures. */
export const minServed = 10;

function isDescending(values: ArrayLike<number>): boolean {
  for (let at = 1; at < values.length; at += 1) if ((values[at] ?? 0) > (values[at - 1] ?? 0)) return false;
  return true;
}

/** The indices of candidates, best first; ties in the order given. */
function bestFirst(totals: ArrayLike<number>): Uint32Array {
  const ranked = new Uint32Array(totals.length);
  for (let index = 0; index < ranked.length; index += 1) ranked[index] = index;
  if (!isDescending(totals)) ranked.sort((a, b) => (totals[b] ?? 0) - (totals[a] ?? 0) || a - b);
  return ranked;
}

/** The size of the best and the worst group: at least one each, never overlapping. */
const groupSize = (candidates: number, share: number) =>
  Math.min(Math.max(1, Math.round(candidates * share)), Math.floor(candidates / 2));

export type AnswerUse = {
  /** The bank's position. */
  readonly answer: number;
  /** How many candidates were shown it and how many ticked it, overall and in both groups. */
  readonly shown: number;
  readonly ticked: number;
  readonly upper: { readonly shown: number; readonly ticked: number };
  readonly lower: { readonly shown: number; readonly ticked: number };
};

export type ItemStatistics = {
  readonly served: number;
  readonly omitted: number;
  /** The mean share of the points: 1 is easiest. */
  readonly difficulty: number;
  /** The corrected point-biserial correlation: of the item with the rest of the paper. */
  readonly discrimination: number | undefined;
  /** The mean share in the upper group minus that in the lower. */
  readonly upperLower: number | undefined;
  readonly answers: readonly AnswerUse[];
};

/** The counts of the candidates from one rank up to another: each of the bank's answers shown and ticked, and the mean share. */
function groupOf(
  { shares, shown, ticked }: Pick<ItemResponses, 'shares' | 'shown' | 'ticked'>,
  ranked: Uint32Array,
  answers: number,
) {
  const [shownTo, tickedBy] = [new Uint32Array(answers), new Uint32Array(answers)];
  let sum = 0;
  for (let rank = 0; rank < ranked.length; rank += 1) {
    const index = ranked[rank] ?? 0;
    const ticks = ticked[index] ?? 0;
    sum += shares[index] ?? 0;
    for (let left = shown[index] ?? 0; left !== 0; left &= left - 1) {
      const answer = 31 - Math.clz32(left & -left);
      shownTo[answer] = (shownTo[answer] ?? 0) + 1;
      tickedBy[answer] = (tickedBy[answer] ?? 0) + ((ticks >>> answer) & 1);
    }
  }
  return { shownTo, tickedBy, mean: ranked.length === 0 ? undefined : sum / ranked.length };
}

function omittedIn(ticked: Int32Array): number {
  let omitted = 0;
  for (let index = 0; index < ticked.length; index += 1) if (ticked[index] === 0) omitted += 1;
  return omitted;
}

/** The classical statistics of one item over the candidates who were served it. */
export function analyseItem(
  { length, shares, rests, totals, shown, ticked }: ItemResponses,
  answers: number,
  group = defaultGroupShare,
): ItemStatistics {
  const ranked = bestFirst(totals);
  const size = groupSize(length, group);
  const part = (from: number, to: number) =>
    groupOf({ shares, shown, ticked }, ranked.subarray(from, to), answers);
  const upper = part(0, size);
  const middle = part(size, length - size);
  const lower = part(length - size, length);
  const use = ({ shownTo, tickedBy }: typeof upper, answer: number) => ({
    shown: shownTo[answer] ?? 0,
    ticked: tickedBy[answer] ?? 0,
  });
  return {
    served: length,
    omitted: omittedIn(ticked),
    difficulty: meanOf(shares) ?? 0,
    discrimination: correlationOf(shares, rests),
    upperLower: upper.mean === undefined || lower.mean === undefined ? undefined : upper.mean - lower.mean,
    answers: Array.from({ length: answers }, (_, answer) => {
      const [ofUpper, between, ofLower] = [use(upper, answer), use(middle, answer), use(lower, answer)];
      return {
        answer,
        shown: ofUpper.shown + between.shown + ofLower.shown,
        ticked: ofUpper.ticked + between.ticked + ofLower.ticked,
        upper: ofUpper,
        lower: ofLower,
      };
    }),
  };
}
