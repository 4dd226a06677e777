import type { ExamStorage } from '#web/features/exam/storage/exam-storage.ts';

type Deps = {
  readonly userId: number;
  readonly storage: Pick<ExamStorage, 'unsentIndexOf' | 'keepUnsentIndex'>;
};

/** Keeps the current question in this browser until the server knows it, because the page may be reloaded offline. */
export type UnsentIndex = {
  readonly of: (examId: number) => Promise<number | undefined>;
  readonly keep: (examId: number, index: number) => void;
  readonly forget: (examId: number) => void;
};

export function createUnsentIndex({ userId, storage }: Deps): UnsentIndex {
  const write = (examId: number, index: number | undefined) =>
    void storage.keepUnsentIndex(userId, examId, index).catch(() => undefined);
  return {
    of: (examId) => storage.unsentIndexOf(userId, examId).catch(() => undefined),
    keep: write,
    forget: (examId) => write(examId, undefined),
  };
}
