import { passGrade } from '../scoring/grade.ts';
import { minServed } from './item-analysis.ts';
import { meanOf } from './moments.ts';
import { type EarnedItems, reliabilityOf } from './reliability.ts';

/** A finished exam in a comparison: its share of the possible points, and its grade if the viewer sees all of it. */
export type ComparedExam = { readonly share: number; readonly grade: number | undefined };

export type GroupFigures = {
  readonly exams: number;
  /** Those with a grade; the figures of grades are computed from them. */
  readonly graded: number;
  /** Each is null when it is computed from fewer than `minServed`. */
  readonly meanShare: number | null;
  readonly meanGrade: number | null;
  readonly passRate: number | null;
};

/** The figures by which groups of exams are compared. */
export function groupFigures(exams: readonly ComparedExam[]): GroupFigures {
  const grades = exams.flatMap(({ grade }) => grade ?? []);
  const passed = grades.map((grade) => (grade >= passGrade ? 1 : 0));
  const mean = (values: readonly number[]) => (values.length < minServed ? null : (meanOf(values) ?? null));
  return {
    exams: exams.length,
    graded: grades.length,
    meanShare: mean(exams.map(({ share }) => share)),
    meanGrade: mean(grades),
    passRate: mean(passed),
  };
}

/** Whether a figure of a group is left out because it would be computed from too few exams; without any there is nothing to leave out. */
export const isTooFew = (
  group: GroupFigures,
  figure: Exclude<keyof GroupFigures, 'exams' | 'graded'>,
): boolean => group[figure] === null && (figure === 'meanShare' ? group.exams : group.graded) > 0;

/** Why a group has no reliability: its exams ask different things, are too few, or all have the same result. */
export const noReliability = ['notComparable', 'tooFew', 'doesNotVary'] as const;

export type GroupReliability =
  | { readonly reliability: number; readonly why: null }
  | { readonly reliability: null; readonly why: (typeof noReliability)[number] };

export const notComparable: GroupReliability = { reliability: null, why: 'notComparable' };

/**
 * The reliability of a group of exams. Papers are comparable when they were made for the same part of a custom exam; between
 * different exams reliability has no meaning.
 */
export function groupReliability(
  papers: readonly (EarnedItems & { readonly partId: number })[],
): GroupReliability {
  if (papers.some(({ partId }) => partId !== papers[0]?.partId)) return notComparable;
  if (papers.length < minServed) return { reliability: null, why: 'tooFew' };
  const { alpha } = reliabilityOf(papers);
  return alpha === undefined ? { reliability: null, why: 'doesNotVary' } : { reliability: alpha, why: null };
}
