/** The inputs that decide whether leaving a question asks for confirmation. */
export type LeftQuestion = {
  readonly index: number;
  readonly answered: boolean;
  /** Whether the exam shows how many questions it has. */
  readonly showsCount: boolean;
  readonly timeIsOut: boolean;
};

/**
 * Whether leaving a question without an answer asks first (EXAM-6): not when time is up, not on the first question, and
 * not where no question count is shown.
 */
export const asksBeforeLeaving = ({ index, answered, showsCount, timeIsOut }: LeftQuestion): boolean =>
  !answered && !timeIsOut && index > 1 && showsCount;
