import type { QuestionContent } from '#domain/question-bank/question-content.ts';
import { type KindLetter, questionKindOf } from '#domain/question-bank/question-kind.ts';

type PaperOrder = { readonly letter: KindLetter; readonly answerOrder: readonly number[] };
type PaperAnswer = { readonly isCorrect: boolean; readonly bankIndex: number; readonly shownAt: number };

/** The content of a question of a paper, its answers in the order shown, each with what `more` adds. */
export function paperQuestion<M>(
  content: QuestionContent | undefined,
  { letter, answerOrder }: PaperOrder,
  more: (answer: PaperAnswer) => M,
) {
  return {
    kind: questionKindOf(letter),
    text: content?.text ?? '',
    image: content?.image ?? null,
    points: content?.points ?? 0,
    answers: answerOrder.map((bankIndex, shownAt) => {
      const answer = content?.answers[bankIndex];
      return {
        text: answer?.text ?? '',
        image: answer?.image ?? null,
        ...more({ isCorrect: answer?.isCorrect ?? false, bankIndex, shownAt }),
      };
    }),
  };
}
