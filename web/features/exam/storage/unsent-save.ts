/** A tick or a skip that the server has not acknowledged, as stored in this browser. */
export type UnsentSave = {
  /** Created once, so that a retry is the same save. */
  readonly saveId: string;
  /** Its owner; no other user ever sends it. */
  readonly userId: number;
  readonly groupId: number;
  readonly examId: number;
  /** The writer of the exam when it was ticked. */
  readonly writer: string;
  readonly questionId: number;
  readonly index: number;
  /** All ticked answers of the question; null for a skip of a question that was not delivered. */
  readonly answers: readonly number[] | null;
  /** Whether the question has an answer; older pages omit it. */
  readonly answered?: boolean;
  readonly skip: boolean;
  /** Increases with every save of the exam. */
  readonly seq: number;
  /** Reported by the computer: the server records it but never trusts it. */
  readonly clientTime: string;
  readonly timeElapsed: number;
};

export const inOrder = (saves: readonly UnsentSave[]): UnsentSave[] =>
  saves.toSorted((one, other) => one.seq - other.seq);
