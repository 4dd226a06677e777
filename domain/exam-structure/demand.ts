import { distribute } from './distribution.ts';
import { splitKinds } from './structure.ts';

/** A chapter with its share of the discipline's structure. */
export type ChapterShare = {
  readonly chapterId: number;
  readonly questions: number;
  readonly percentSimple: number;
  /** How many questions can be drawn from it. */
  readonly available: number;
};

export type ChapterAmount = {
  readonly chapterId: number;
  readonly simple: number;
  readonly multiple: number;
};

/** What an exam asks of a discipline, overriding its structure. */
export type ExamDemand = { readonly questions: number; readonly percentSimple: number | null };

/**
 * The number of questions per chapter for a given total. Follows the structure when the totals match.
 * Otherwise it is proportional to the structure, or to the chapters' sizes when the total exceeds the
 * structure's. A share of simple questions set by the exam overrides the chapters' own.
 */
export function chapterAmounts(shares: readonly ChapterShare[], demand: ExamDemand): ChapterAmount[] {
  const planned = shares.reduce((all, share) => all + share.questions, 0);
  const weights = shares.map((share) => (demand.questions <= planned ? share.questions : share.available));
  const counts =
    demand.questions === planned
      ? shares.map((share) => share.questions)
      : distribute(demand.questions, weights);
  return shares.map((share, index) => ({
    chapterId: share.chapterId,
    ...splitKinds({
      questions: counts[index] ?? 0,
      percentSimple: demand.percentSimple ?? share.percentSimple,
    }),
  }));
}
