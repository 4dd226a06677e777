import { type Fraction, fraction, larger, multiply, ofPoints, subtract, zero } from './fraction.ts';

/** How a question with several correct answers is scored (spec section 5). */
export const scoringModes = [
  'FULL_MATCH',
  'PERFECT_MATCH',
  'NEGATIVE_MARKING',
  'JUST_CORRECT',
  'WRONG_CANCELS',
] as const;
export type ScoringMode = (typeof scoringModes)[number];

/** One answer as served, with what the candidate did; a removed one no longer counts, whatever was done with it. */
export type MarkedOption = {
  readonly correct: boolean;
  readonly ticked: boolean;
  readonly removed?: boolean;
};

type Tally = {
  readonly options: number;
  readonly correct: number;
  readonly wrong: number;
  readonly correctTicked: number;
  readonly wrongTicked: number;
};

function tallyOf(options: readonly MarkedOption[]): Tally {
  const count = (matches: (option: MarkedOption) => boolean) => options.filter(matches).length;
  return {
    options: options.length,
    correct: count((option) => option.correct),
    wrong: count((option) => !option.correct),
    correctTicked: count((option) => option.correct && option.ticked),
    wrongTicked: count((option) => !option.correct && option.ticked),
  };
}

const ticked = (t: Tally) => t.correctTicked + t.wrongTicked;
const isPerfect = (t: Tally) => t.correctTicked === t.correct && t.wrongTicked === 0;
/** At most one answer or all of them ticked; where removals left no wrong answer, all is perfect and no guess. */
const isGuess = (t: Tally) => ticked(t) <= 1 || (ticked(t) === t.options && t.wrong > 0);

/** Of what is wrong and absent, nothing can be lost. */
const shareOf = (part: number, whole: number) => (whole === 0 ? zero : fraction(part, whole));
const all = fraction(1);

const multiple: Record<ScoringMode, (t: Tally) => Fraction> = {
  FULL_MATCH: (t) => (isGuess(t) ? zero : shareOf(t.correctTicked + t.wrong - t.wrongTicked, t.options)),
  PERFECT_MATCH: (t) => (isPerfect(t) ? all : zero),
  NEGATIVE_MARKING: (t) =>
    isGuess(t) ? zero : subtract(shareOf(t.correctTicked, t.correct), shareOf(t.wrongTicked, t.wrong)),
  JUST_CORRECT: (t) => (t.wrongTicked > 0 ? zero : shareOf(t.correctTicked, t.correct)),
  WRONG_CANCELS: (t) => shareOf(t.correctTicked - t.wrongTicked, t.correct),
};

/** The part of the points that is earned, before it is kept from going below nothing. */
function earnedShare(t: Tally, mode: ScoringMode): Fraction {
  if (t.correct === 0) return all;
  if (t.correct === 1) return isPerfect(t) ? all : zero;
  return ticked(t) === 0 ? zero : multiple[mode](t);
}

/**
 * The points a candidate earns on one question: between 0 and `points`, exact, never negative.
 * A question with exactly one correct answer is simple and ignores the mode. When removals leave no correct answer,
 * everybody earns all points.
 */
export function scoreQuestion(points: number, options: readonly MarkedOption[], mode: ScoringMode): Fraction {
  const counted = tallyOf(options.filter((option) => !option.removed));
  return multiply(ofPoints(points), larger(zero, earnedShare(counted, mode)));
}
