/**
 * Simple questions show one correct answer, multiple ones several. The kind belongs to the served question; a question
 * of the bank is a pool that can be served as either (QUES-3).
 */
export const questionKinds = ['simple', 'multiple'] as const;
export type QuestionKind = (typeof questionKinds)[number];

/** The letters the kinds are stored under. */
export const kindLetters = { simple: 's', multiple: 'm' } as const satisfies Record<QuestionKind, string>;
export type KindLetter = (typeof kindLetters)[QuestionKind];

const kinds = new Map(questionKinds.map((kind) => [kindLetters[kind], kind] as const));

export function questionKindOf(letter: KindLetter): QuestionKind {
  const kind = kinds.get(letter);
  if (kind === undefined) throw new Error(`no kind of question is stored as ${letter}`);
  return kind;
}
