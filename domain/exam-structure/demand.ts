import { distribute } from './distribution.ts';
import { splitKinds } from './structure.ts';

/** A chapter as the structure of its discipline asks of it. */
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

/** What an exam asks of a discipline beyond its own structure. */
export type Asked = { readonly questions: number; readonly percentSimple: number | null };

/**
 * What each chapter gives when a discipline is asked for so many questions: the structure as it stands when the number
 * is the same; otherwise in proportion to it, or to what the chapters hold when more is asked than the structure has.
 * A share of simple questions given with the exam goes before the chapters' own.
 */
export function chapterAmounts(shares: readonly ChapterShare[], asked: Asked): ChapterAmount[] {
  const planned = shares.reduce((all, share) => all + share.questions, 0);
  const weights = shares.map((share) => (asked.questions <= planned ? share.questions : share.available));
  const counts =
    asked.questions === planned
      ? shares.map((share) => share.questions)
      : distribute(asked.questions, weights);
  return shares.map((share, index) => ({
    chapterId: share.chapterId,
    ...splitKinds({
      questions: counts[index] ?? 0,
      percentSimple: asked.percentSimple ?? share.percentSimple,
    }),
  }));
}
