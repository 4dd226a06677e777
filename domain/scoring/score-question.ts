import { type Fraction, fraction, larger, multiply, ofPoints, subtract, zero } from './fraction.ts';

/** How a question with several correct answers is scored (SCORE-2 to SCORE-9). */
export const scoringModes = [
  'FULL_MATCH',
  'PERFECT_MATCH',
  'NEGATIVE_MARKING',
  'JUST_CORRECT',
  'WRONG_CANCELS',
] as const;
export type ScoringMode = (typeof scoringModes)[number];

/** One served answer and whether it was ticked; a removed one no longer counts either way. */
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
/** A guess ticks at most one answer, or all. When removals left no wrong answer, ticking all is perfect instead. */
const isGuess = (t: Tally) => ticked(t) <= 1 || (ticked(t) === t.options && t.wrong > 0);

/** If there are no wrong answers, none can cost points. */
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

/** The earned fraction of the points, before clamping at 0. */
function earnedShare(t: Tally, mode: ScoringMode): Fraction {
  if (t.correct === 0) return all;
  if (t.correct === 1) return isPerfect(t) ? all : zero;
  return ticked(t) === 0 ? zero : multiple[mode](t);
}

/**
 * The points earned on one question: exact, between 0 and `points`. A question with exactly one correct answer is
 * simple and ignores the mode. When removals leave no correct answer, everyone earns all points.
 */
export function scoreQuestion(points: number, options: readonly MarkedOption[], mode: ScoringMode): Fraction {
  const counted = tallyOf(options.filter((option) => !option.removed));
  return multiply(ofPoints(points), larger(zero, earnedShare(counted, mode)));
}
