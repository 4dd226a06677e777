import type { LoadedExam } from '#contract/exam-taking.ts';
import type { ExamStorage } from '#web/features/exam/storage/exam-storage.ts';
import type { Paper, Sitting } from './exam-paper.ts';

type Deps = {
  readonly userId: number;
  readonly storage: Pick<ExamStorage, 'reviewMarksOf' | 'keepReviewMarks'>;
  /** Sends a set of marks; returns whether the server has it. */
  readonly send: (sitting: Sitting, indexes: readonly number[], seq: number) => Promise<boolean>;
};

type Marks = { readonly sitting: Sitting; readonly indexes: readonly number[]; readonly seq: number };

/** Keeps the marks for review on the server, apart from the saves (EXAM-20). */
export type ReviewMarks = {
  /** The marked questions of a loaded exam: those of the server, or newer ones this browser could not send. */
  readonly open: (exam: LoadedExam) => Promise<readonly number[]>;
  /** Sends the marks found by `open`, if the server does not have them. */
  readonly resend: (paper: Paper) => void;
  readonly add: (paper: Paper) => void;
  /** The server can be reached again. */
  readonly wake: () => void;
};

const markedIn = ({ questions }: Paper) =>
  questions.filter(({ forReview }) => forReview).map(({ index }) => index);

export function createReviewMarks({ userId, storage, send }: Deps): ReviewMarks {
  let seq = 0;
  let isUnsent = false;
  let pending: Marks | undefined;
  let isSending = false;

  const store = (examId: number, marks: Marks | undefined) =>
    storage
      .keepReviewMarks(userId, examId, marks && { indexes: marks.indexes, seq: marks.seq })
      .catch(() => undefined);

  /** Sends one set at a time, the newest; a failed one waits until the server can be reached. */
  async function work(): Promise<void> {
    if (isSending) return;
    isSending = true;
    for (let marks = pending; marks; ) {
      const isThere = await send(marks.sitting, marks.indexes, marks.seq);
      if (!isThere) break;
      if (pending === marks) {
        pending = undefined;
        await store(marks.sitting.examId, undefined);
      }
      marks = pending;
    }
    isSending = false;
  }

  function add(paper: Paper): void {
    seq += 1;
    pending = { sitting: paper.sitting, indexes: markedIn(paper), seq };
    void store(paper.sitting.examId, pending);
    void work();
  }

  return {
    open: async (exam) => {
      pending = undefined;
      seq = Math.max(exam.seqFloor, exam.reviewSeq);
      const unsent = await storage.reviewMarksOf(userId, exam.id).catch(() => undefined);
      isUnsent = unsent !== undefined && unsent.seq > exam.reviewSeq;
      return isUnsent
        ? (unsent?.indexes ?? [])
        : exam.questions.filter(({ isForReview }) => isForReview).map(({ index }) => index);
    },
    resend: (paper) => {
      if (isUnsent) add(paper);
    },
    add,
    wake: () => void work(),
  };
}
