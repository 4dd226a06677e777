import { correlationOf, meanOf } from './moments.ts';

/** How one candidate did on an item, and on the rest of their paper. */
export type ItemResponse = {
  /** The share of the item's points, 0 to 1. */
  readonly share: number;
  /** The share of the points of all other items of the paper. */
  readonly rest: number;
  /** The share of the points of the whole paper. */
  readonly total: number;
  /** Bits of the bank's answers: those shown, and those ticked. */
  readonly shown: number;
  readonly ticked: number;
};

/** Upper and lower group of the classical item analysis (Kelley, 1939). */
export const usualGroup = 0.27;

/** Below this number of candidates nothing is said about an item. */
export const fewest = 10;

/** The best and the worst share of some candidates, as their places; at least one each, ties in the order given. */
export function extremeGroups(
  totals: readonly number[],
  share = usualGroup,
): { readonly upper: readonly number[]; readonly lower: readonly number[] } {
  const size = Math.min(Math.max(1, Math.round(totals.length * share)), Math.floor(totals.length / 2));
  const ranked = totals.map((_, place) => place).sort((a, b) => (totals[b] ?? 0) - (totals[a] ?? 0) || a - b);
  return { upper: ranked.slice(0, size), lower: ranked.slice(ranked.length - size) };
}

export type AnswerUse = {
  /** The bank's position. */
  readonly answer: number;
  /** How many were shown it, how many of them ticked it, and the same of the two groups. */
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

/** How many were shown and how many ticked each of the bank's answers, in one pass. */
function usesOf(responses: readonly ItemResponse[], answers: number) {
  const shown = new Uint32Array(answers);
  const ticked = new Uint32Array(answers);
  for (const one of responses)
    for (let answer = 0; answer < answers; answer += 1) {
      const bit = 1 << answer;
      if ((one.shown & bit) === 0) continue;
      shown[answer] = (shown[answer] ?? 0) + 1;
      if ((one.ticked & bit) !== 0) ticked[answer] = (ticked[answer] ?? 0) + 1;
    }
  return (answer: number) => ({ shown: shown[answer] ?? 0, ticked: ticked[answer] ?? 0 });
}

/** The classical statistics of one item over those who were served it. */
export function analyseItem(
  responses: readonly ItemResponse[],
  answers: number,
  group = usualGroup,
): ItemStatistics {
  const groups = extremeGroups(
    responses.map(({ total }) => total),
    group,
  );
  const pick = (places: readonly number[]) => places.flatMap((place) => responses[place] ?? []);
  const [upper, lower] = [pick(groups.upper), pick(groups.lower)];
  const share = (some: readonly ItemResponse[]) => meanOf(some.map((one) => one.share));
  const [best, worst] = [share(upper), share(lower)];
  const [all, ofUpper, ofLower] = [usesOf(responses, answers), usesOf(upper, answers), usesOf(lower, answers)];
  return {
    served: responses.length,
    omitted: responses.filter(({ ticked }) => ticked === 0).length,
    difficulty: share(responses) ?? 0,
    discrimination: correlationOf(
      responses.map((one) => one.share),
      responses.map((one) => one.rest),
    ),
    upperLower: best === undefined || worst === undefined ? undefined : best - worst,
    answers: Array.from({ length: answers }, (_, answer) => ({
      answer,
      ...all(answer),
      upper: ofUpper(answer),
      lower: ofLower(answer),
    })),
  };
}
