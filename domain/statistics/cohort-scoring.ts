import { isCorrectAt, type KeyBits } from '../question-bank/answer-key.ts';
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
import type { AnsweredQuestion, ExamScore } from '../scoring/score-exam.ts';
import { type ScoringMode, scoreQuestion } from '../scoring/score-question.ts';

type Tally = {
  readonly points: number;
  readonly options: number;
  readonly correct: number;
  readonly correctTicked: number;
  readonly wrongTicked: number;
};

/** Settlements included: without any correct answer, all points are earned. */
function tallyOf({ points, slots, key, ticks, removed = 0, granted, anyOne }: AnsweredQuestion): Tally {
  if (granted) return { points, options: 0, correct: 0, correctTicked: 0, wrongTicked: 0 };
  let [options, correct, correctTicked, wrongTicked] = [0, 0, 0, 0];
  for (let shownAt = 0; shownAt < slots.length; shownAt += 1) {
    const slot = slots[shownAt] ?? -1;
    if (isCorrectAt(removed, slot)) continue;
    options += 1;
    const isTicked = (ticks & (1 << shownAt)) !== 0;
    if (isCorrectAt(key as KeyBits, slot)) {
      correct += 1;
      if (isTicked) correctTicked += 1;
    } else if (isTicked) wrongTicked += 1;
  }
  if (!anyOne || correct <= 1) return { points, options, correct, correctTicked, wrongTicked };
  return {
    points,
    options: options - correct + 1,
    correct: 1,
    correctTicked: Math.min(1, correctTicked),
    wrongTicked,
  };
}

/** A number that is the same for questions that earn the same. */
const outcomeOf = ({ points, options, correct, correctTicked, wrongTicked }: Tally) =>
  (((Math.round(points * 100) * 32 + options) * 32 + correct) * 32 + correctTicked) * 32 + wrongTicked;

function earnedBy(
  { points, options, correct, correctTicked, wrongTicked }: Tally,
  mode: ScoringMode,
): Fraction {
  const marked = Array.from({ length: options }, (_, place) => {
    const isCorrect = place < correct;
    return { correct: isCorrect, ticked: isCorrect ? place < correctTicked : place - correct < wrongTicked };
  });
  return scoreQuestion(points, marked, mode);
}

export type CohortScorer = {
  /** The share of a question's points that was earned, 0 to 1. */
  readonly share: (question: AnsweredQuestion) => number;
  /** The same as `scoreExam`. */
  readonly score: (questions: readonly AnsweredQuestion[]) => ExamScore;
};

/**
 * Scores many exams in one mode. Only how many correct and wrong answers were shown and ticked matters, so each outcome
 * is scored once, and an exam adds each of its outcomes once; the sums stay exact.
 */
export function cohortScorer(mode: ScoringMode): CohortScorer {
  const known = new Map<number, { readonly earned: Fraction; readonly share: number }>();
  const found = (question: AnsweredQuestion) => {
    const tally = tallyOf(question);
    const outcome = outcomeOf(tally);
    let one = known.get(outcome);
    if (!one) {
      const earned = earnedBy(tally, mode);
      one = {
        earned,
        share: question.points === 0 ? 0 : Number(earned.top) / Number(earned.bottom) / question.points,
      };
      known.set(outcome, one);
    }
    return { outcome, ...one };
  };
  return {
    share: (question) => found(question).share,
    score: (questions) => {
      const counts = new Map<number, { readonly earned: Fraction; readonly points: number; count: number }>();
      for (const question of questions) {
        const { outcome, earned } = found(question);
        const counted = counts.get(outcome);
        if (counted) counted.count += 1;
        else counts.set(outcome, { earned, points: question.points, count: 1 });
      }
      let [score, most] = [zero, zero];
      for (const { earned, points, count } of counts.values()) {
        score = add(score, multiply(earned, fraction(count)));
        most = add(most, multiply(ofPoints(points), fraction(count)));
      }
      return {
        score: roundToHundredths(score),
        grade: gradeOf(score, most),
        maxPoints: roundToHundredths(most),
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
