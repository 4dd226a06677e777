import type { AnswerContent, QuestionContent } from '#domain/question-bank/question-content.ts';

/**
 * The content without the images that cannot be used. `needed` are those without which a text says nothing, as it only stands
 * for its image, or an answer repeats another one.
 */
export function withoutImages(
  content: QuestionContent,
  lost: ReadonlySet<string>,
  standsForImage: (text: string) => boolean,
): { readonly content: QuestionContent; readonly needed: readonly string[] } {
  const isLost = (image: string | null): image is string => image !== null && lost.has(image);
  const without = <Part extends { readonly image: string | null }>(part: Part): Part =>
    isLost(part.image) ? { ...part, image: null } : part;
  const answers = content.answers.map(without);
  const isRepeated = ({ text, image }: AnswerContent) =>
    answers.filter((one) => one.text === text && one.image === image).length > 1;
  const unclear = [
    ...(standsForImage(content.text) ? [content.image] : []),
    ...content.answers
      .filter((answer) => standsForImage(answer.text) || isRepeated(without(answer)))
      .map(({ image }) => image),
  ];
  return { content: { ...without(content), answers }, needed: unclear.filter(isLost) };
}
