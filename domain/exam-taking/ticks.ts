import type { QuestionKind } from '../question-bank/question-kind.ts';

/** Ticks are bits: bit 0 is the first answer as shown. */
export const isTickedAt = (ticks: number, shownAt: number): boolean => (ticks & (1 << shownAt)) !== 0;

/** How many bits are set. */
export function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Whether ticks are possible: only shown answers, and at most one for a simple question (EXAM-18). */
export const ticksArePossible = (
  { kind, shown }: { readonly kind: QuestionKind; readonly shown: number },
  ticks: number,
): boolean => ticks >= 0 && ticks >>> shown === 0 && (kind === 'multiple' || bitCount(ticks) <= 1);

/** The letter of the answer at an index: A, B, C … */
export const letterOf = (index: number): string => String.fromCharCode(65 + index);

/** The letters of the ticked answers, as shown. */
export function tickLetters(ticks: number): string {
  let letters = '';
  for (let shownAt = 0; ticks >> shownAt > 0; shownAt += 1)
    if (isTickedAt(ticks, shownAt)) letters += letterOf(shownAt);
  return letters;
}
