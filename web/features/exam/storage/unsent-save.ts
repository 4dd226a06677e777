/** A tick or a skip that the server has not acknowledged yet, as it is kept in this browser. */
export type UnsentSave = {
  /** Made once, so that sending it again is the same save. */
  readonly saveId: string;
  /** Whose it is; nobody else ever sends it. */
  readonly userId: number;
  readonly groupId: number;
  readonly examId: number;
  /** Whoever wrote the exam when it was ticked. */
  readonly writer: string;
  readonly questionId: number;
  readonly index: number;
  /** All ticked answers of the question. */
  readonly answers: readonly number[];
  readonly skip: boolean;
  /** Rising per exam. */
  readonly seq: number;
  /** What the computer says of itself: recorded by the server, never trusted. */
  readonly clientTime: string;
  readonly timeElapsed: number;
};

export const inOrder = (saves: readonly UnsentSave[]): UnsentSave[] =>
  saves.toSorted((one, other) => one.seq - other.seq);
