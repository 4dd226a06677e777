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

type Tally = {
  readonly points: number;
  readonly options: number;
  readonly correct: number;
  readonly correctTicked: number;
  readonly wrongTicked: number;
};

/** With settlements: without a correct answer, everyone earns all points. */
function tallyOf({ points, key, shown, ticked, granted, anyOne }: CountedQuestion): Tally {
  if (granted) return { points, options: 0, correct: 0, correctTicked: 0, wrongTicked: 0 };
  const options = bitCount(shown);
  const correct = bitCount(shown & key);
  const correctTicked = bitCount(ticked & key);
  const wrongTicked = bitCount(ticked & ~key);
  if (!anyOne || correct <= 1) return { points, options, correct, correctTicked, wrongTicked };
  return {
    points,
    options: options - correct + 1,
    correct: 1,
    correctTicked: Math.min(1, correctTicked),
    wrongTicked,
  };
}

/** A number that is equal for questions that earn the same points. */
const outcomeOf = ({ points, options, correct, correctTicked, wrongTicked }: Tally) =>
  (((Math.round(points * 100) * 32 + options) * 32 + correct) * 32 + correctTicked) * 32 + wrongTicked;

function earnedBy(
  { points, options, correct, correctTicked, wrongTicked }: Tally,
  mode: ScoringMode,
): Fraction {
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
  const known = new Map<number, Outcome>();
  const outcome = (question: CountedQuestion): Outcome => {
    const tally = tallyOf(question);
    const number = outcomeOf(tally);
    const found = known.get(number);
    if (found) return found;
    const earned = earnedBy(tally, mode);
    const { points } = question;
    const share = points === 0 ? 0 : Number(earned.top) / Number(earned.bottom) / points;
    const one = { earned, share, points };
    known.set(number, one);
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
