/** The correct answers of a version: bit n is the answer at position n. */
export type KeyBits = number;

export function keyOf(answers: readonly { readonly isCorrect: boolean }[]): KeyBits {
  return answers.reduce((bits, answer, index) => (answer.isCorrect ? bits | (1 << index) : bits), 0);
}

export const isCorrectAt = (key: KeyBits, place: number): boolean => (key & (1 << place)) !== 0;

/** The positions of the correct and of the wrong answers among `count`. */
export function placesOf(
  key: KeyBits,
  count: number,
): { correct: readonly number[]; wrong: readonly number[] } {
  const places = Array.from({ length: count }, (_, place) => place);
  return {
    correct: places.filter((place) => isCorrectAt(key, place)),
    wrong: places.filter((place) => !isCorrectAt(key, place)),
  };
}
