import type { KeyBits } from '../question-bank/answer-key.ts';

/** A correction of a key: the whole key it chose, and the answers it decides, which is less when others stay as they were. */
export type KeyCorrection = {
  readonly answers: KeyBits;
  readonly decided: KeyBits;
};

/** What a correction decides that was made before corrections said it. */
export const allAnswers: KeyBits = -1;

/**
 * A key under corrections, given in the order they were made. Where withdrawn ones leave no correct answer, the whole key of a
 * correction counts.
 */
export const correctedKey = (key: KeyBits, corrections: readonly KeyCorrection[]): KeyBits =>
  corrections.reduce(
    (before, { answers, decided }) => (before & ~decided) | (answers & decided) || answers,
    key,
  );

/** What a correction starts from: the answers the resolver saw, and the keys of its version. */
export type CorrectionBasis = {
  readonly shown: KeyBits;
  /** The key in force for all exams reached. */
  readonly inForce: KeyBits;
  /** Keys in force for some of them, by corrections of a smaller reach. */
  readonly elsewhere: readonly KeyBits[];
};

/**
 * The correction that makes `correct` of the shown answers correct, and the others wrong; undefined when no answer would be
 * correct. It decides only the answers that it changes in some exam, so that withdrawing an earlier correction undoes that one
 * also when this one came after it; one that changes nothing confirms the shown answers.
 */
export function keyCorrection(
  { shown, inForce, elsewhere }: CorrectionBasis,
  correct: KeyBits,
): KeyCorrection | undefined {
  const answers = (inForce & ~shown) | (correct & shown);
  if (answers === 0) return undefined;
  const changed = [inForce, ...elsewhere].reduce((bits, key) => bits | ((key ^ answers) & shown), 0);
  return { answers, decided: changed || shown };
}
