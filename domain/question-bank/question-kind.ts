/** Simple questions show one correct answer, multiple ones several. */
export const questionKinds = ['simple', 'multiple'] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** The letters the kinds are stored under. */
export const kindLetters = { simple: 's', multiple: 'm' } as const satisfies Record<QuestionKind, string>;
export type KindLetter = (typeof kindLetters)[QuestionKind];

export const questionKindOf = (letter: KindLetter): QuestionKind =>
  letter === kindLetters.simple ? 'simple' : 'multiple';
