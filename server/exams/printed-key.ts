import { isCorrectAt, keyOf } from '#domain/question-bank/answer-key.ts';
import type { QuestionContent } from '#domain/question-bank/question-content.ts';
import type { KindLetter } from '#domain/question-bank/question-kind.ts';
import type { Overlay } from './settlements.ts';

type PrintedQuestion = {
  readonly versionId: number;
  readonly letter: KindLetter;
  readonly answerOrder: readonly number[];
};

/** The key of a question as it is scored: the one of its version, changed by the settlements in force. */
export function printedKey(content: QuestionContent, question: PrintedQuestion, overlay: Overlay) {
  const { versionId, letter, answerOrder } = question;
  const own = keyOf(content.answers);
  const {
    key,
    removed = 0,
    granted,
  } = overlay.settled({
    versionId,
    kind: letter,
    answerOrder,
    key: own,
    ticks: 0,
    points: content.points,
  });
  return {
    settled: granted ? ('fullPoints' as const) : key !== own || removed !== 0 ? ('key' as const) : null,
    isCorrect: (bankIndex: number) => isCorrectAt(key, bankIndex),
    isRemoved: (bankIndex: number) => isCorrectAt(removed, bankIndex),
  };
}
