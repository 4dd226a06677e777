import type { SignIn } from '#web/base/sign-in-state.ts';
import {
  formerOwner,
  ofOwner,
  openPrivateDatabase,
  stores,
  write,
} from '#web/base/storage/private-database.ts';
import { type Notes, openNotes } from '#web/base/storage/private-notes.ts';
import { openVault, ownerOf, type Vault } from '#web/base/storage/vault.ts';
import type { OutboxStorage } from './outbox.ts';
import type { UnsentSave } from './unsent-save.ts';

/** Marks for review that the server does not have yet; the higher sequence is the newer set. */
export type UnsentReviewMarks = { readonly indexes: readonly number[]; readonly seq: number };

/** What outlives the page: unsent saves, unsent marks for review and the current question. */
export type ExamStorage = OutboxStorage & {
  /** Whether this storage survives the page. */
  readonly isLasting: boolean;
  readonly savesOf: (userId: number) => Promise<readonly UnsentSave[]>;
  readonly reviewMarksOf: (userId: number, examId: number) => Promise<UnsentReviewMarks | undefined>;
  readonly keepReviewMarks: (
    userId: number,
    examId: number,
    reviewMarks: UnsentReviewMarks | undefined,
  ) => Promise<void>;
  /** The current question, until the server knows it. */
  readonly unsentIndexOf: (userId: number, examId: number) => Promise<number | undefined>;
  readonly keepUnsentIndex: (userId: number, examId: number, index: number | undefined) => Promise<void>;
};

/** A stored save: sealed, or plain where there is no encryption. It contains only ids and times. */
type StoredSave = { readonly saveId: string; readonly owner: string } & (
  | { readonly sealed: Uint8Array<ArrayBuffer> }
  | { readonly save: UnsentSave }
);

const indexName = (examId: number) => `place.${examId}`;
// The stored name is older than the term.
const reviewMarksName = (examId: number) => `unsentFlags.${examId}`;

type Deps = {
  readonly database: IDBDatabase;
  readonly signIn: SignIn;
  readonly vault: Vault | undefined;
  readonly notes: Notes;
};

function persistentStorage({ database, signIn, vault, notes }: Deps): ExamStorage {
  const owner = ownerOf(signIn);
  const read = async (stored: StoredSave) =>
    'save' in stored ? stored.save : await vault?.unseal<UnsentSave>(stored.sealed);
  return {
    isLasting: true,
    put: async (save) => {
      const { saveId } = save;
      const stored: StoredSave = vault
        ? { saveId, owner, sealed: await vault.seal(save) }
        : { saveId, owner, save };
      await write(database, stores.saves, 'strict', (saves) => saves.put(stored));
    },
    remove: (saveId) => write(database, stores.saves, 'relaxed', (saves) => saves.delete(saveId)),
    savesOf: async (userId) => {
      const stored = await Promise.all(
        [owner, formerOwner(userId)].map((one) => ofOwner<StoredSave>(database, stores.saves, one)),
      );
      const saves = await Promise.all(stored.flat().map(read));
      return saves.filter((save) => save !== undefined).filter((save) => save.userId === userId);
    },
    reviewMarksOf: async (_userId, examId) =>
      (await notes.read<UnsentReviewMarks | null>(reviewMarksName(examId))) ?? undefined,
    keepReviewMarks: (_userId, examId, reviewMarks) =>
      notes.keep(reviewMarksName(examId), reviewMarks ?? null),
    unsentIndexOf: async (_userId, examId) =>
      (await notes.read<number | null>(indexName(examId))) ?? undefined,
    keepUnsentIndex: (_userId, examId, index) => notes.keep(indexName(examId), index ?? null),
  };
}

/** A storage that lasts only as long as the page. */
export function inMemoryStorage(): ExamStorage {
  const saves = new Map<string, UnsentSave>();
  const reviewMarks = new Map<string, UnsentReviewMarks | undefined>();
  const indexes = new Map<string, number | undefined>();
  return {
    isLasting: false,
    put: async (save) => void saves.set(save.saveId, save),
    remove: async (saveId) => void saves.delete(saveId),
    savesOf: async (userId) => [...saves.values()].filter((save) => save.userId === userId),
    reviewMarksOf: async (userId, examId) => reviewMarks.get(`${userId} ${examId}`),
    keepReviewMarks: async (userId, examId, unsent) => void reviewMarks.set(`${userId} ${examId}`, unsent),
    unsentIndexOf: async (userId, examId) => indexes.get(`${userId} ${examId}`),
    keepUnsentIndex: async (userId, examId, index) => void indexes.set(`${userId} ${examId}`, index),
  };
}

/** The storage of this browser for one person, or an in-memory one where the browser has none. */
export async function openExamStorage(signIn: SignIn | undefined): Promise<ExamStorage> {
  if (signIn === undefined) return inMemoryStorage();
  try {
    const [database, vault, notes] = await Promise.all([
      openPrivateDatabase(),
      openVault(signIn),
      openNotes(signIn),
    ]);
    return persistentStorage({ database, signIn, vault, notes });
  } catch {
    return inMemoryStorage();
  }
}
