import type { SettlementKind, SettlementReach } from '#domain/contestations/settlement.ts';
import type { KeyBits } from '#domain/question-bank/answer-key.ts';
import type { ScoringMode } from '#domain/scoring/score-question.ts';
import type { Queryable, Transaction } from '#server/db/database.ts';

/** A settlement to make. `student` and, unless they are named, template and session are those of `examId`. */
export type NewSettlement = {
  readonly kind: SettlementKind;
  readonly reach: SettlementReach;
  /** The exam it starts from; a settlement with reach `student` needs one. */
  readonly examId?: number;
  /** The question: its number in that exam, or its version. A scoring mode needs none. */
  readonly position?: number;
  readonly questionVersionId?: number;
  /** What it reaches, when there is no exam to start from. */
  readonly templateGroupId?: number;
  readonly sessionId?: number;
  /** For a scoring mode with reach `session`: the custom exam of the cohort. */
  readonly customExamId?: number;
  /** Bits of the bank's positions: the removed answers, or all correct ones of the new key. */
  readonly answers?: KeyBits;
  /** The event of the late answer that counts; the newest late one of the question when absent. */
  readonly lateSaveId?: string;
  readonly scoringMode?: ScoringMode;
  readonly reason?: string;
};

export type ChangedExam = {
  readonly examId: number;
  readonly userId: number;
  readonly studentId: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly numarMatricol: string | null;
  readonly oldScore: number;
  readonly newScore: number;
  readonly oldGrade: number;
  readonly newGrade: number;
};

/** How many exams have a grade from one whole grade up to the next; the last includes 10. */
export type GradeCount = { readonly from: number; readonly before: number; readonly after: number };

/** What happens to the bank when a key is corrected. */
export type BankChange = {
  readonly questionVersionId: number;
  /** `newVersion`: the bank gets a version with this key. `changedSince`: it has another version already and stays. */
  readonly bank: 'newVersion' | 'changedSince' | 'sameKey';
};

export type Impact = {
  /** Exams whose score or grade changes, by number; annulled ones are scored again too, but not listed or counted. */
  readonly exams: readonly ChangedExam[];
  /** The finished exams that are reached. */
  readonly reached: number;
  readonly changed: number;
  /** Those that cross the pass grade, upwards and downwards. */
  readonly nowPassing: number;
  readonly nowFailing: number;
  readonly distribution: readonly GradeCount[];
  readonly bank: readonly BankChange[];
  /** Of everything above: `settle` with it refuses when anything would be different. */
  readonly fingerprint: string;
};

export type Settled = Impact & { readonly settlementIds: readonly number[] };

/** What settlements would change; writes nothing. `without` names settlements that would be withdrawn. */
export async function impactOf(
  _sql: Queryable,
  _settlements: readonly NewSettlement[],
  _without: readonly number[] = [],
): Promise<Impact> {
  throw new Error('not built yet');
}

/**
 * Makes settlements and scores every exam they reach again, within the caller's transaction. Refuses with
 * `settlement.changedMeanwhile` when the fingerprint of a preview no longer holds.
 */
export async function settle(
  _tx: Transaction,
  _settlements: readonly NewSettlement[],
  _options: { readonly by: number; readonly fingerprint?: string; readonly without?: readonly number[] },
): Promise<Settled> {
  throw new Error('not built yet');
}

/** Withdraws settlements; every exam they reached has the score that the others in force give. */
export async function withdraw(
  _tx: Transaction,
  _settlementIds: readonly number[],
  _options: { readonly by: number; readonly fingerprint?: string },
): Promise<Impact> {
  throw new Error('not built yet');
}
