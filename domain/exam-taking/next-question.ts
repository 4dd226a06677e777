/** Where a call navigates after saving. */
export type Move =
  | { readonly to: 'nowhere' }
  /** The question after the saved one; after the last, the first skipped one. */
  | { readonly to: 'next' }
  | { readonly to: 'back' }
  | { readonly to: 'index'; readonly index: number };

type QuestionState = { readonly position: number; readonly skipped: boolean };

/**
 * The position a call shows next; undefined when no question is left (EXAM-7). The current question repeats after the
 * last one only if this call skips it.
 */
export function positionAfter(
  move: Move,
  from: QuestionState,
  questions: readonly QuestionState[],
): number | undefined {
  switch (move.to) {
    case 'nowhere':
      return undefined;
    case 'index':
      return move.index <= questions.length ? move.index : undefined;
    case 'back':
      return Math.max(1, from.position - 1);
    case 'next':
      if (from.position < questions.length) return from.position + 1;
      return questions.map((one) => (one.position === from.position ? from : one)).find((one) => one.skipped)
        ?.position;
  }
}

type Answered = QuestionState & { readonly answered: boolean };

/** The question shown when none is named: the first open one, otherwise the first skipped, otherwise the first. */
export function firstOpen(questions: readonly Answered[]): number {
  const open = questions.find((question) => !question.answered && !question.skipped);
  const skipped = questions.find((question) => !question.answered && question.skipped);
  return (open ?? skipped)?.position ?? 1;
}
