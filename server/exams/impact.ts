import { createHash } from 'node:crypto';
import { passGrade } from '#domain/scoring/grade.ts';
import { distributionOfGrades } from '#domain/statistics/distribution.ts';
import type { BankChange } from './settled-keys.ts';
import type { StoredSettlement } from './settlements.ts';

type GradeChange = {
  readonly oldScore: number;
  readonly newScore: number;
  readonly oldGrade: number;
  readonly newGrade: number;
};

/** An exam whose score or grade changes. */
export type ChangedExam = GradeChange & {
  readonly examId: number;
  readonly userId: number;
  readonly studentId: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly numarMatricol: string | null;
};

/** A histogram: the number of exams from each whole grade up to the next; the last includes 10. */
type GradeCount = { readonly from: number; readonly before: number; readonly after: number };

export type Impact = {
  /**
   * Exams whose score or grade changes, by number. Annulled ones are rescored too, so that they are right if
   * they count again, but they are neither listed nor counted; their students are told when that happens.
   */
  readonly exams: readonly ChangedExam[];
  /** The number of finished exams reached. */
  readonly reached: number;
  readonly changed: number;
  /** How many of them cross the pass grade, upwards and downwards. */
  readonly nowPassing: number;
  readonly nowFailing: number;
  /** The grades of all reached exams. */
  readonly grades: readonly (Pick<GradeChange, 'oldGrade' | 'newGrade'> & { readonly examId: number })[];
  readonly bank: readonly BankChange[];
  /** How many of the changed exams ended after the preview that was confirmed; 0 in a preview. */
  readonly endedSince: number;
  /** The fingerprint of everything that is shown; settling with it is refused when any of that would differ. */
  readonly fingerprint: string;
};

/** What to change: settlements to make and settlements to withdraw. */
export type Change = {
  readonly plus: readonly StoredSettlement[];
  readonly minus: readonly StoredSettlement[];
};

export type Reached = Omit<ChangedExam, keyof GradeChange> & {
  /** In microseconds; identifies the end of the exam: a reopened exam ends again. */
  readonly finishedAt: number;
  readonly annulled: boolean;
  /** Known to nobody. */
  readonly seed: string;
};
export type Regraded = Reached & GradeChange;

export const isChanged = ({ oldScore, newScore, oldGrade, newGrade }: GradeChange) =>
  oldScore !== newScore || oldGrade !== newGrade;

/** Whether a grade crosses the pass grade, and how. */
export function crossing({ oldGrade, newGrade }: Pick<GradeChange, 'oldGrade' | 'newGrade'>) {
  if (oldGrade >= passGrade === newGrade >= passGrade) return undefined;
  return newGrade >= passGrade ? 'passes' : 'fails';
}

export function distributionOf(grades: Impact['grades']): GradeCount[] {
  const before = distributionOfGrades(grades.map(({ oldGrade }) => oldGrade));
  const after = distributionOfGrades(grades.map(({ newGrade }) => newGrade));
  return before.map(({ from, count }, index) => ({ from, before: count, after: after[index]?.count ?? 0 }));
}

/**
 * Covers the exams that had ended by `until` and change, the bank and the settlements. Exams that end later are scored by the
 * settlements as if these had been made first, so they do not outdate a preview.
 */
function fingerprintOf(
  exams: readonly Regraded[],
  bank: readonly BankChange[],
  { plus, minus }: Change,
  until: number,
): string {
  const written = exams.map(({ examId, oldScore, newScore, oldGrade, newGrade, seed }) => [
    examId,
    oldScore,
    newScore,
    oldGrade,
    newGrade,
    // Keeps those who see only a part of an exam from trying scores until one gives the same hash.
    seed,
  ]);
  const made = plus.map(({ id: _, ticks: __, ...settlement }) => settlement);
  const withdrawn = minus.map(({ id }) => id);
  const hash = createHash('sha256').update(JSON.stringify([until, written, bank, made, withdrawn]));
  return `${until}.${hash.digest('hex')}`;
}

/** When the last exam had ended that a preview covers; NaN, which is before and after nothing, for what is no fingerprint. */
export const coveredUntil = (fingerprint: string): number => Number(fingerprint.split('.')[0] || Number.NaN);

/** The impact of a change on exams that were scored again: on all, or on those that an earlier preview covered. */
export function impactIn(
  all: readonly Regraded[],
  bank: readonly BankChange[],
  change: Change,
  previewed?: string,
): Impact {
  const until =
    previewed === undefined
      ? all.reduce((last, { finishedAt }) => Math.max(last, finishedAt), 0)
      : coveredUntil(previewed);
  const regraded = all.filter(({ finishedAt }) => finishedAt <= until);
  const counted = regraded.filter(({ annulled }) => !annulled);
  const changed = counted.filter(isChanged);
  const exams = changed.map(({ finishedAt: _, annulled: __, seed: ___, ...exam }) => exam);
  return {
    exams,
    reached: counted.length,
    changed: exams.length,
    nowPassing: exams.filter((exam) => crossing(exam) === 'passes').length,
    nowFailing: exams.filter((exam) => crossing(exam) === 'fails').length,
    grades: counted.map(({ examId, oldGrade, newGrade }) => ({ examId, oldGrade, newGrade })),
    bank,
    endedSince: 0,
    fingerprint: fingerprintOf(changed, bank, change, until),
  };
}
