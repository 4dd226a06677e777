import { isCorrectAt, type KeyBits } from '../question-bank/answer-key.ts';
import { type Fraction, ofPoints, roundToHundredths, sum } from './fraction.ts';
import { gradeOf } from './grade.ts';
import { type MarkedOption, type ScoringMode, scoreQuestion } from './score-question.ts';

/** An exam question as served and answered. */
export type AnsweredQuestion = {
  readonly points: number;
  /** The bank's answer indices in the order shown. */
  readonly answerOrder: readonly number[];
  /** Which of the bank's answers are correct. */
  readonly key: KeyBits;
  /** Bits of shown positions. */
  readonly ticks: number;
  /** The bank's positions of answers that a settlement removed, as bits. */
  readonly removed?: KeyBits;
  /** Whether a settlement gives all points. */
  readonly granted?: true;
  /** Whether any one correct answer earns all points. */
  readonly anyOne?: true;
};

export type ExamScore = {
  readonly score: number;
  readonly grade: number;
  readonly maxPoints: number;
};

/** The shown answers as they are counted. Where one correct answer is enough, the others do not count. */
function markedOptions({ answerOrder, key, ticks, removed = 0, anyOne }: AnsweredQuestion): MarkedOption[] {
  const options = answerOrder.map((bankIndex, shownAt) => ({
    correct: isCorrectAt(key, bankIndex),
    ticked: (ticks & (1 << shownAt)) !== 0,
    removed: isCorrectAt(removed, bankIndex),
  }));
  if (!anyOne) return options;
  const correct = options.filter((option) => option.correct && !option.removed);
  const one = correct.find((option) => option.ticked) ?? correct[0];
  return options.filter((option) => option === one || !correct.includes(option));
}

const earned = (question: AnsweredQuestion, mode: ScoringMode): Fraction =>
  question.granted
    ? ofPoints(question.points)
    : scoreQuestion(question.points, markedOptions(question), mode);

/** The points of one question, as displayed. */
export const pointsOf = (question: AnsweredQuestion, mode: ScoringMode): number =>
  roundToHundredths(earned(question, mode));

/** Score and grade of an exam, computed only from ticks and key; exact until each result is rounded once (SCORE-9). */
export function scoreExam(questions: readonly AnsweredQuestion[], mode: ScoringMode): ExamScore {
  const score = sum(questions.map((question) => earned(question, mode)));
  const maxPoints = sum(questions.map(({ points }) => ofPoints(points)));
  return {
    score: roundToHundredths(score),
    grade: gradeOf(score, maxPoints),
    maxPoints: roundToHundredths(maxPoints),
  };
}
