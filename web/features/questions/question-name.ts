import { plainTextOf } from '#domain/question-bank/rich-text.ts';

const longest = 80;

/** Enough of a question's text to identify it. */
export function questionName({ text }: { readonly text: string }): string {
  const plain = plainTextOf(text).replaceAll(/\s+/g, ' ').trim();
  return plain.length > longest ? `${plain.slice(0, longest - 1)}…` : plain;
}
