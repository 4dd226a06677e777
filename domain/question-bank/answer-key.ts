/** The correct answers of a version: bit n is the answer at position n. */
export type KeyBits = number;

export function keyOf(answers: readonly { readonly isCorrect: boolean }[]): KeyBits {
  return answers.reduce((bits, answer, index) => (answer.isCorrect ? bits | (1 << index) : bits), 0);
}

export const isCorrectAt = (key: KeyBits, bankIndex: number): boolean => (key & (1 << bankIndex)) !== 0;

/** The indices of the correct and of the wrong answers among `count`. */
export function indicesOf(
  key: KeyBits,
  count: number,
): { correct: readonly number[]; wrong: readonly number[] } {
  const indices = Array.from({ length: count }, (_, index) => index);
  return {
    correct: indices.filter((bankIndex) => isCorrectAt(key, bankIndex)),
    wrong: indices.filter((bankIndex) => !isCorrectAt(key, bankIndex)),
  };
}
