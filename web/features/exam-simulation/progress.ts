import type { ResultRow } from '#contract/exam-results.ts';
import { groupBy } from '#domain/group-by.ts';

/** Progress in one discipline: the grades of its simulations, oldest first. */
export type Progress = {
  readonly name: string;
  readonly grades: readonly number[];
  readonly last: number;
  readonly best: number;
};

/** Groups results, given newest first, by discipline; the most recently practised discipline comes first. */
export function progressOf(rows: readonly ResultRow[]): readonly Progress[] {
  const graded = rows.flatMap(({ disciplineName, grade }) =>
    grade === null ? [] : [{ disciplineName, grade }],
  );
  return [...groupBy(graded, ({ disciplineName }) => disciplineName)].map(([name, results]) => {
    const grades = results.map(({ grade }) => grade);
    return {
      name,
      grades: grades.toReversed(),
      last: grades[0] as number,
      best: Math.max(...grades),
    };
  });
}

const lowestGrade = 1;
const highestGrade = 10;

type Frame = {
  readonly width: number;
  readonly height: number;
  readonly margin: number;
  /** Space for the axis next to the chart. */
  readonly left: number;
};
export type Point = { readonly x: number; readonly y: number };

/** The points of the chart, evenly spaced from left to right; its height is the whole scale from 1 to 10. */
export function pointsOf(
  grades: readonly number[],
  { width, height, margin, left }: Frame,
): readonly Point[] {
  const step = grades.length > 1 ? (width - left - 2 * margin) / (grades.length - 1) : 0;
  const start = left + (grades.length > 1 ? margin : (width - left) / 2);
  const scale = (height - 2 * margin) / (highestGrade - lowestGrade);
  return grades.map((grade, index) => ({
    x: start + index * step,
    y: height - margin - (grade - lowestGrade) * scale,
  }));
}
