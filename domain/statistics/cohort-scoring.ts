import { bitCount } from '../exam-taking/ticks.ts';
import {
  add,
  type Fraction,
  fraction,
  multiply,
  ofPoints,
  roundToHundredths,
  zero,
} from '../scoring/fraction.ts';
import { gradeOf } from '../scoring/grade.ts';
import type { ExamScore } from '../scoring/score-exam.ts';
import { type ScoringMode, scoreQuestion } from '../scoring/score-question.ts';
import type { CountedQuestion } from './answer-sheet.ts';

/**
 * The numbers of answers shown, correct, correctly and wrongly ticked, packed into one number: equal for questions that earn
 * the same share. With settlements: without a correct answer, everyone earns all points.
 */
function tallyOf({ key, shown, ticked, granted, anyOne }: CountedQuestion): number {
  if (granted) return 0;
  const correct = bitCount(shown & key);
  const isOne = anyOne && correct > 1;
  const correctTicked = bitCount(ticked & key);
  return packed(
    isOne ? bitCount(shown) - correct + 1 : bitCount(shown),
    isOne ? 1 : correct,
    isOne ? Math.min(1, correctTicked) : correctTicked,
    bitCount(ticked & ~key),
  );
}

/** Each is at most 32. */
const packed = (options: number, correct: number, correctTicked: number, wrongTicked: number) =>
  (((((options << 6) | correct) << 6) | correctTicked) << 6) | wrongTicked;

function earnedBy(points: number, tally: number, mode: ScoringMode): Fraction {
  const [options, correct, correctTicked, wrongTicked] = [
    (tally >> 18) & 63,
    (tally >> 12) & 63,
    (tally >> 6) & 63,
    tally & 63,
  ];
  const marked = Array.from({ length: options }, (_, index) => {
    const isCorrect = index < correct;
    return { correct: isCorrect, ticked: isCorrect ? index < correctTicked : index - correct < wrongTicked };
  });
  return scoreQuestion(points, marked, mode);
}

type Outcome = { readonly earned: Fraction; readonly share: number; readonly points: number };

export type CohortScorer = {
  /** The share of a question's points that was earned, 0 to 1. */
  readonly share: (question: CountedQuestion) => number;
  /** The same as `scoreExam`. */
  readonly score: (questions: readonly CountedQuestion[]) => ExamScore;
};

/**
 * Scores many exams in one mode. Points depend only on the numbers of correct and wrong answers shown and
 * ticked, so each outcome is scored once; the sums stay exact.
 */
export function cohortScorer(mode: ScoringMode): CohortScorer {
  const byPoints = new Map<number, Map<number, Outcome>>();
  // Most questions of a cohort have the same points.
  let lastPoints = Number.NaN;
  let known = new Map<number, Outcome>();
  const outcome = (question: CountedQuestion): Outcome => {
    const { points } = question;
    if (points !== lastPoints) {
      known = byPoints.get(points) ?? new Map();
      byPoints.set(points, known);
      lastPoints = points;
    }
    const tally = tallyOf(question);
    const found = known.get(tally);
    if (found) return found;
    const earned = earnedBy(points, tally, mode);
    const share = points === 0 ? 0 : Number(earned.top) / Number(earned.bottom) / points;
    const one = { earned, share, points };
    known.set(tally, one);
    return one;
  };
  return {
    share: (question) => outcome(question).share,
    score: (questions) => {
      const counts = new Map<Outcome, number>();
      for (const question of questions) {
        const one = outcome(question);
        counts.set(one, (counts.get(one) ?? 0) + 1);
      }
      let [score, maxPoints] = [zero, zero];
      for (const [{ earned, points }, count] of counts) {
        score = add(score, multiply(earned, fraction(count)));
        maxPoints = add(maxPoints, multiply(ofPoints(points), fraction(count)));
      }
      return {
        score: roundToHundredths(score),
        grade: gradeOf(score, maxPoints),
        maxPoints: roundToHundredths(maxPoints),
      };
    },
  };
}

/** One scorer per mode: exams of several sessions, or with a corrected mode, can have several. */
export function scorersByMode(): (mode: ScoringMode) => CohortScorer {
  const known = new Map<ScoringMode, CohortScorer>();
  return (mode) => {
    const scorer = known.get(mode) ?? cohortScorer(mode);
    known.set(mode, scorer);
    return scorer;
  };
}
