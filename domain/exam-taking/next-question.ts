/** Where a call wants to go after saving. */
export type Move =
  | { readonly to: 'nowhere' }
  /** The question after the saved one; after the last, the first that was skipped. */
  | { readonly to: 'next' }
  | { readonly to: 'back' }
  | { readonly to: 'index'; readonly index: number };

type Place = { readonly position: number; readonly skipped: boolean };

/**
 * The place a call shows next; undefined when there is no question left to show (EXAM-7). The question that is left comes
 * again after the last one only when this very call skips it.
 */
export function placeAfter(move: Move, from: Place, questions: readonly Place[]): number | undefined {
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

type Answered = Place & { readonly answered: boolean };

/** The question that somebody who names none gets: the first open one, else the first skipped, else the first. */
export function firstOpen(questions: readonly Answered[]): number {
  const open = questions.find((question) => !question.answered && !question.skipped);
  const skipped = questions.find((question) => !question.answered && question.skipped);
  return (open ?? skipped)?.position ?? 1;
}
