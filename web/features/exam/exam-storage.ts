import { ofUser, openExamDatabase, requested, stores, write } from './exam-database.ts';
import type { OutboxStorage } from './outbox.ts';
import type { UnsentSave } from './unsent-save.ts';

/** What of an exam outlives the page: unsent saves, and which questions are flagged. */
export type ExamStorage = OutboxStorage & {
  /** Whether what is kept here survives the page. */
  readonly isLasting: boolean;
  readonly savesOf: (userId: number) => Promise<readonly UnsentSave[]>;
  readonly flagsOf: (userId: number, examId: number) => Promise<readonly number[]>;
  readonly keepFlags: (userId: number, examId: number, indexes: readonly number[]) => Promise<void>;
};

type Flags = { readonly userId: number; readonly examId: number; readonly indexes: readonly number[] };

const lastingStorage = (database: IDBDatabase): ExamStorage => ({
  isLasting: true,
  put: (save) => write(database, stores.saves, 'strict', (saves) => saves.put(save)),
  remove: (saveId) => write(database, stores.saves, 'relaxed', (saves) => saves.delete(saveId)),
  savesOf: (userId) => ofUser<UnsentSave>(database, stores.saves, userId),
  flagsOf: async (userId, examId) => {
    const flags = database.transaction(stores.flags).objectStore(stores.flags);
    const found: Flags | undefined = await requested(flags.get([userId, examId]));
    return found?.indexes ?? [];
  },
  keepFlags: (userId, examId, indexes) =>
    write(database, stores.flags, 'relaxed', (flags) =>
      flags.put({ userId, examId, indexes } satisfies Flags),
    ),
});

/** Keeps only as long as the page lives. */
export function passingStorage(): ExamStorage {
  const saves = new Map<string, UnsentSave>();
  const flags = new Map<string, readonly number[]>();
  return {
    isLasting: false,
    put: async (save) => void saves.set(save.saveId, save),
    remove: async (saveId) => void saves.delete(saveId),
    savesOf: async (userId) => [...saves.values()].filter((save) => save.userId === userId),
    flagsOf: async (userId, examId) => flags.get(`${userId} ${examId}`) ?? [],
    keepFlags: async (userId, examId, indexes) => void flags.set(`${userId} ${examId}`, indexes),
  };
}

/** The storage of this browser, or one that lasts as long as the page where the browser gives none. */
export const openExamStorage = (): Promise<ExamStorage> =>
  openExamDatabase().then(lastingStorage, passingStorage);
