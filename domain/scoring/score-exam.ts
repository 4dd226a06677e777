import { isCorrectAt, type KeyBits } from '../question-bank/answer-key.ts';
import { type Fraction, ofPoints, roundToHundredths, sum } from './fraction.ts';
import { gradeOf } from './grade.ts';
import { type ScoringMode, scoreQuestion } from './score-question.ts';

/** An exam question as served and answered. */
export type AnsweredQuestion = {
  readonly points: number;
  /** The bank's answer positions in the order shown. */
  readonly slots: readonly number[];
  /** Which of the bank's answers are correct. */
  readonly key: KeyBits;
  /** Bits of shown positions. */
  readonly ticks: number;
};

export type ExamScore = {
  readonly score: number;
  readonly grade: number;
  readonly maxPoints: number;
};

const earned = ({ points, slots, key, ticks }: AnsweredQuestion, mode: ScoringMode): Fraction =>
  scoreQuestion(
    points,
    slots.map((slot, shownAt) => ({
      correct: isCorrectAt(key, slot),
      ticked: (ticks & (1 << shownAt)) !== 0,
    })),
    mode,
  );

/** The points of one question, as displayed. */
export const pointsOf = (question: AnsweredQuestion, mode: ScoringMode): number =>
  roundToHundredths(earned(question, mode));

/** Score and grade of an exam, computed only from ticks and key; exact until each result is rounded once (SCORE-9). */
export function scoreExam(questions: readonly AnsweredQuestion[], mode: ScoringMode): ExamScore {
  const score = sum(questions.map((question) => earned(question, mode)));
  const most = sum(questions.map(({ points }) => ofPoints(points)));
  return {
    score: roundToHundredths(score),
    grade: gradeOf(score, most),
    maxPoints: roundToHundredths(most),
  };
}
