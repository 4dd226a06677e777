import type { GiftBlock } from './gift-blocks.ts';

type Question = Extract<GiftBlock, { kind: 'question' }>;
/** A block with the paragraphs that an empty line had separated from it, without their name. */
export type WholeBlock =
  | Exclude<GiftBlock, { kind: 'question' }>
  | (Question & { readonly above: readonly string[] });

const named = /^::[\s\S]*?::/;
/** A name begins a question: the paragraphs below it belong to it. Others may belong to the question above. */
export const isNamed = (text: string) => named.test(text);
/** A name, an identifier, tags or a format begin a question of its own. */
const beginsAnew = ({ text, id, tags }: Question) =>
  id !== '' || tags.length > 0 || isNamed(text) || /^\[[a-z]+\]/.test(text);

/**
 * Joins a question to the paragraphs above it that have no answers: an empty line inside its text split them. Moodle
 * would read them as descriptions, and the question would lose its first lines.
 */
export function joinParagraphs(
  blocks: readonly GiftBlock[],
  hasNoAnswers: (text: string) => boolean,
): WholeBlock[] {
  const whole: WholeBlock[] = [];
  let paragraphs: Question[] = [];
  const endParagraphs = () => {
    whole.push(...paragraphs.map((block) => ({ ...block, above: [] })));
    paragraphs = [];
  };
  for (const block of blocks) {
    if (block.kind === 'category' || beginsAnew(block)) endParagraphs();
    if (block.kind === 'category') whole.push(block);
    else if (hasNoAnswers(block.text)) paragraphs.push(block);
    else {
      const texts = paragraphs.map(({ text }) => text);
      const above = texts.map((text) => text.replace(named, '').trim()).filter((text) => text !== '');
      whole.push({ ...block, ...paragraphs[0], text: [...texts, block.text].join('\n\n'), above });
      paragraphs = [];
    }
  }
  endParagraphs();
  return whole;
}
