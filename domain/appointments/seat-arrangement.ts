import { classesOf } from './seat-neighbours.ts';
import type { Seat } from './seats.ts';

type Neighbours = readonly (readonly number[])[];
type Marks<T> = readonly (T | undefined)[];

/** How many pairs of neighbours have the same mark. */
export function countPairs<T>(neighbours: Neighbours, marks: Marks<T>): number {
  let pairs = 0;
  for (const [seatIndex, of] of neighbours.entries()) {
    const mark = marks[seatIndex];
    if (mark === undefined) continue;
    for (const other of of) if (other > seatIndex && marks[other] === mark) pairs += 1;
  }
  return pairs;
}

const clashes = <T>(
  neighbours: Neighbours,
  marks: Marks<T>,
  seatIndex: number,
  mark: T | undefined,
): number =>
  mark === undefined
    ? 0
    : (neighbours[seatIndex] ?? []).reduce((all, other) => all + (marks[other] === mark ? 1 : 0), 0);

/** The exams of one group of seats, which may be swapped among themselves. */
export type ExamShare = { readonly seatIndexes: readonly number[]; readonly exams: readonly number[] };

/** Assigns exams one after another to classes of seats in which no two are neighbours. */
function byClasses(
  seats: readonly Seat[],
  { seatIndexes, exams }: ExamShare,
  into: (number | undefined)[],
): void {
  const classes = classesOf(seats);
  const inClasses = seatIndexes.toSorted((a, b) => (classes[a] ?? 0) - (classes[b] ?? 0) || a - b);
  const sizes = new Map<number, number>();
  for (const exam of exams) sizes.set(exam, (sizes.get(exam) ?? 0) + 1);
  const inBlocks = exams.toSorted((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0) || a - b);
  for (const [index, seatIndex] of inClasses.entries()) into[seatIndex] = inBlocks[index];
}

/**
 * Gives each seat in turn the exam with the fewest clashes around it; ties go to the exam with the most candidates
 * left.
 */
function bySeats(
  neighbours: Neighbours,
  { seatIndexes, exams }: ExamShare,
  into: (number | undefined)[],
): void {
  const waiting = new Map<number, number>();
  for (const exam of exams) waiting.set(exam, (waiting.get(exam) ?? 0) + 1);
  for (const seatIndex of seatIndexes) {
    let best: number | undefined;
    let cost = Number.POSITIVE_INFINITY;
    for (const [exam, count] of waiting) {
      if (count === 0) continue;
      const own = clashes(neighbours, into, seatIndex, exam) * 100_000 - count;
      if (own < cost) [best, cost] = [exam, own];
    }
    if (best === undefined) continue;
    into[seatIndex] = best;
    waiting.set(best, (waiting.get(best) ?? 0) - 1);
  }
}

const maxRounds = 60;
/** Up to this many clashes, neutral swaps are tried as well. */
const fewClashes = 12;

/** Swaps a seat's exam with the one that separates the most neighbours; returns how many clashes that saves. */
function exchange(
  neighbours: Neighbours,
  marks: (number | undefined)[],
  seatIndexes: readonly number[],
  one: number,
  { from, sideways }: { readonly from: number; readonly sideways: boolean },
): number {
  const a = marks[one];
  let [saved, chosen] = [sideways ? -1 : 0, -1];
  for (let step = 0; step < seatIndexes.length; step += 1) {
    const other = seatIndexes[(from + step) % seatIndexes.length] as number;
    const b = marks[other];
    if (a === b) continue;
    const before = clashes(neighbours, marks, one, a) + clashes(neighbours, marks, other, b);
    marks[one] = b;
    marks[other] = a;
    const after = clashes(neighbours, marks, one, b) + clashes(neighbours, marks, other, a);
    marks[one] = a;
    marks[other] = b;
    if (before - after > saved) [saved, chosen] = [before - after, other];
  }
  if (chosen === -1) return 0;
  marks[one] = marks[chosen];
  marks[chosen] = a;
  return saved;
}

/** Swaps exams while that separates more neighbours; also tries neutral swaps while few clashes are left. */
function improve(
  neighbours: Neighbours,
  marks: (number | undefined)[],
  seatIndexes: readonly number[],
): void {
  let best = [...marks];
  let least = countPairs(neighbours, marks);
  for (let round = 0; round < maxRounds && least > 0; round += 1) {
    let saved = 0;
    const sideways = countPairs(neighbours, marks) <= fewClashes;
    for (const one of seatIndexes)
      if (clashes(neighbours, marks, one, marks[one]) > 0)
        saved += exchange(neighbours, marks, seatIndexes, one, { from: round * 7 + one, sideways });
    const pairs = countPairs(neighbours, marks);
    if (pairs < least) [best, least] = [[...marks], pairs];
    if (saved <= 0 && !sideways) break;
  }
  for (const seatIndex of seatIndexes) marks[seatIndex] = best[seatIndex];
}

/** Assigns an exam to each seat. Occupied seats keep theirs; the others separate neighbours as far as possible. */
export function arrangeExams(
  seats: readonly Seat[],
  neighbours: Neighbours,
  fixed: Marks<number>,
  shares: readonly ExamShare[],
): Marks<number> {
  const arranged = [byClassesFirst, bySeatsFirst].map((first) => {
    const marks = [...fixed];
    for (const share of shares) first(share, marks);
    for (const { seatIndexes } of shares) improve(neighbours, marks, seatIndexes);
    return marks;
  });
  function byClassesFirst(share: ExamShare, marks: (number | undefined)[]) {
    byClasses(seats, share, marks);
  }
  function bySeatsFirst(share: ExamShare, marks: (number | undefined)[]) {
    bySeats(neighbours, share, marks);
  }
  return best(arranged, (marks) => countPairs(neighbours, marks));
}

const best = <T>(all: readonly T[], costOf: (one: T) => number): T =>
  all.reduce((chosen, one) => (costOf(one) < costOf(chosen) ? one : chosen));
