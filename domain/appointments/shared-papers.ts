import { templateOfSeat } from '#domain/exam-structure/template-papers.ts';
import { countPairs } from './seat-arrangement.ts';
import { neighboursOf } from './seat-neighbours.ts';
import type { Seat } from './seats.ts';

/** A seat, and the exam of who sits at it. */
type ExamSeat = Seat & { readonly exam: number | undefined };

/**
 * How many pairs of neighbours in a room have the same paper. An exam without templates draws a paper for each student; with
 * templates the seat decides, and four of them are enough for every room.
 */
export function countSharedPapers(seats: readonly ExamSeat[], templatesOf: (exam: number) => number): number {
  const rows = [...new Set(seats.map(({ row }) => row).filter((row) => row > 0))].sort((a, b) => a - b);
  const papers = seats.map(({ row, seat, exam }) => {
    const count = exam === undefined ? 0 : templatesOf(exam);
    return count === 0
      ? undefined
      : `${exam} ${templateOfSeat({ line: rows.indexOf(row) + 1, seat }, count)}`;
  });
  return countPairs(neighboursOf(seats), papers);
}
