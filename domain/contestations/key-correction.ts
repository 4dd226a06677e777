import type { KeyBits } from '../question-bank/answer-key.ts';

/** A correction of a key. It decides some answers, of which `answers` are correct, and leaves the others as they are. */
export type KeyCorrection = {
  readonly answers: KeyBits;
  readonly decided: KeyBits;
};

/** What a correction decides that was made before corrections said it. */
export const allAnswers: KeyBits = -1;

/** A key under corrections, given in the order they were made. */
export const correctedKey = (key: KeyBits, corrections: readonly KeyCorrection[]): KeyBits =>
  corrections.reduce((before, { answers, decided }) => (before & ~decided) | answers, key);

/** What a correction starts from: the answers the resolver saw, and the keys of its version. */
export type CorrectionBasis = {
  readonly shown: KeyBits;
  /** As served. */
  readonly own: KeyBits;
  /** The key in force for all exams reached. */
  readonly inForce: KeyBits;
  /** Keys in force for some of them, by corrections of a smaller reach. */
  readonly elsewhere: readonly KeyBits[];
};

/**
 * The correction that makes `correct` of the shown answers correct, and the others wrong; undefined when no answer would be
 * correct. It decides only the answers that it changes in some exam, so that withdrawing an earlier correction undoes that one
 * also when this one came after it; one that changes nothing confirms the shown answers. It always decides a correct answer:
 * so a key has one, whichever other corrections are withdrawn.
 */
export function keyCorrection(
  { shown, own, inForce, elsewhere }: CorrectionBasis,
  correct: KeyBits,
): KeyCorrection | undefined {
  const next = (inForce & ~shown) | (correct & shown);
  if (next === 0) return undefined;
  const changed = [inForce, ...elsewhere].reduce((bits, key) => bits | ((key ^ next) & shown), 0);
  const decided = changed === 0 ? shown : changed;
  const stays = (next & decided) !== 0 ? 0 : next & own || next;
  return { answers: next & (decided | stays), decided: decided | stays };
}
