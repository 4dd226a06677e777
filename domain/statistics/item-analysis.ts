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

/** The best and the worst share of some candidates, as their indices; at least one each, ties in the order given. */
export function extremeGroups(
  totals: ArrayLike<number>,
  share = defaultGroupShare,
): { readonly upper: readonly number[]; readonly lower: readonly number[] } {
  const size = Math.min(Math.max(1, Math.round(totals.length * share)), Math.floor(totals.length / 2));
  const ranked = Array.from({ length: totals.length }, (_, index) => index);
  if (!isDescending(totals)) ranked.sort((a, b) => (totals[b] ?? 0) - (totals[a] ?? 0) || a - b);
  return { upper: ranked.slice(0, size), lower: ranked.slice(ranked.length - size) };
}

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

/** How many of some or of all candidates were shown and how many ticked each of the bank's answers, in one pass. */
function usesOf({ shown, ticked, length }: ItemResponses, answers: number, indices?: ArrayLike<number>) {
  const [shownTo, tickedBy] = [new Uint32Array(answers), new Uint32Array(answers)];
  for (let at = 0; at < (indices?.length ?? length); at += 1) {
    const index = indices ? (indices[at] ?? 0) : at;
    const ticks = ticked[index] ?? 0;
    for (let left = shown[index] ?? 0; left !== 0; left &= left - 1) {
      const bit = left & -left;
      const answer = 31 - Math.clz32(bit);
      shownTo[answer] = (shownTo[answer] ?? 0) + 1;
      if ((ticks & bit) !== 0) tickedBy[answer] = (tickedBy[answer] ?? 0) + 1;
    }
  }
  return (answer: number) => ({ shown: shownTo[answer] ?? 0, ticked: tickedBy[answer] ?? 0 });
}

/** The classical statistics of one item over the candidates who were served it. */
export function analyseItem(
  responses: ItemResponses,
  answers: number,
  group = defaultGroupShare,
): ItemStatistics {
  const { shares, rests, totals, ticked } = responses;
  const { upper, lower } = extremeGroups(totals, group);
  const shareOf = (indices: readonly number[]) => meanOf(indices.map((index) => shares[index] ?? 0));
  const [best, worst] = [shareOf(upper), shareOf(lower)];
  const all = usesOf(responses, answers);
  const [ofUpper, ofLower] = [usesOf(responses, answers, upper), usesOf(responses, answers, lower)];
  return {
    served: responses.length,
    omitted: ticked.filter((bits) => bits === 0).length,
    difficulty: meanOf(shares) ?? 0,
    discrimination: correlationOf(shares, rests),
    upperLower: best === undefined || worst === undefined ? undefined : best - worst,
    answers: Array.from({ length: answers }, (_, answer) => ({
      answer,
      ...all(answer),
      upper: ofUpper(answer),
      lower: ofLower(answer),
    })),
  };
}
