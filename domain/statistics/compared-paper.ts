import type { CountedQuestion } from './answer-sheet.ts';
import type { CohortScorer } from './cohort-scoring.ts';
import type { EarnedItems } from './reliability.ts';

/** What a comparison keeps of an exam, or of the questions of one discipline in it: numbers only, so that thousands fit into memory. */
export type ComparedPaper = EarnedItems & {
  readonly partId: number;
  /** Of the possible points, 0 to 1. */
  readonly share: number;
};

type FinishedExam = {
  readonly partId: number;
  readonly score: number;
  readonly questions: readonly CountedQuestion[];
};

/** An exam by some of its questions. All of them have the stored score; `numberOf` numbers the items of a part from 0. */
export function comparedPaper(
  exam: FinishedExam,
  questions: readonly CountedQuestion[],
  scorer: CohortScorer,
  numberOf: (versionId: number) => number,
): ComparedPaper {
  const maxPoints = questions.reduce((sum, { points }) => sum + points, 0);
  const score = questions.length === exam.questions.length ? exam.score : scorer.score(questions).score;
  return {
    partId: exam.partId,
    share: maxPoints > 0 ? score / maxPoints : 0,
    items: questions.map(({ versionId }) => numberOf(versionId)),
    earned: questions.map((question) => question.points * scorer.share(question)),
  };
}
