import type { QuestionKind } from '../question-bank/question-kind.ts';
import { type AnswerLimits, type ChapterDemand, canServe, countChoices, inclusionChances } from './draw.ts';

export type ChapterRequirement = ChapterDemand & { readonly chapterId: number };

/** What a chapter lacks: questions of one kind, or questions in total when both kinds draw from the same ones. */
export type Shortage = {
  readonly chapterId: number;
  readonly of: QuestionKind | 'either';
  readonly asked: number;
  readonly available: number;
};

export type Feasibility =
  | { readonly feasible: false; readonly shortages: readonly Shortage[] }
  | {
      readonly feasible: true;
      /** The number of different choices of questions and kinds. */
      readonly distinctExams: bigint;
      /** The expected number of questions that two students' papers share. */
      readonly expectedOverlap: number;
    };

function shortagesOf(chapter: ChapterRequirement, limits: AnswerLimits): Shortage[] {
  const able = (kinds: readonly QuestionKind[]) =>
    chapter.pools.filter((pool) => kinds.some((kind) => canServe(pool, kind, limits))).length;
  const needs = [
    { of: 'simple', asked: chapter.simple, available: able(['simple']) },
    { of: 'multiple', asked: chapter.multiple, available: able(['multiple']) },
    { of: 'either', asked: chapter.simple + chapter.multiple, available: able(['simple', 'multiple']) },
  ] as const;
  return needs.flatMap((need) =>
    need.asked > need.available ? [{ chapterId: chapter.chapterId, ...need }] : [],
  );
}

/** Whether the bank can meet the chapters' demand, what it lacks, and how much its exams can differ. */
export function judgeFeasibility(chapters: readonly ChapterRequirement[], limits: AnswerLimits): Feasibility {
  const shortages = chapters.flatMap((chapter) => shortagesOf(chapter, limits));
  if (shortages.length > 0) return { feasible: false, shortages };
  return {
    feasible: true,
    distinctExams: chapters.reduce((all, chapter) => all * countChoices(chapter, limits), 1n),
    expectedOverlap: chapters
      .flatMap((chapter) => inclusionChances(chapter, limits))
      .reduce((all, chance) => all + chance * chance, 0),
  };
}
