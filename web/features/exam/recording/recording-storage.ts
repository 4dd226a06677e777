import { ofUser, openExamDatabase, requested, stores, write } from '#web/features/exam/exam-database.ts';

/** A piece of a recording, as the inside of a JSON list. */
type Piece = {
  readonly userId: number;
  readonly groupId: number;
  readonly part: number;
  readonly json: string;
  /** When it was recorded, on the computer's clock. */
  readonly at: number;
};

/** A part of a recording that waits to be uploaded. */
export type KeptPart = Pick<Piece, 'groupId' | 'part'>;
export type DatedPart = KeptPart & Pick<Piece, 'at'>;

export type RecordingStorage = {
  readonly append: (piece: Piece) => Promise<void>;
  /** The parts that are here, with when each was last added to. */
  readonly parts: (userId: number) => Promise<readonly DatedPart[]>;
  /** All of a part, as JSON. */
  readonly read: (userId: number, part: KeptPart) => Promise<Blob>;
  readonly remove: (userId: number, part: KeptPart) => Promise<void>;
};

const isOf =
  ({ groupId, part }: KeptPart) =>
  (piece: Piece) =>
    piece.groupId === groupId && piece.part === part;

/** Where recordings wait in this browser; a crash loses the last seconds only. */
export async function openRecordingStorage(): Promise<RecordingStorage> {
  const database = await openExamDatabase();
  const piecesOf = (userId: number) => ofUser<Piece>(database, stores.recordings, userId);
  return {
    append: (piece) => write(database, stores.recordings, 'relaxed', (pieces) => pieces.add(piece)),
    parts: async (userId) => {
      const names = new Map<string, DatedPart>();
      for (const { groupId, part, at } of await piecesOf(userId))
        names.set(`${groupId} ${part}`, { groupId, part, at });
      return [...names.values()].sort((one, other) => one.groupId - other.groupId || one.part - other.part);
    },
    read: async (userId, part) => {
      const pieces = (await piecesOf(userId)).filter(isOf(part)).map(({ json }) => json);
      return new Blob(['[', pieces.join(','), ']'], { type: 'application/json' });
    },
    remove: async (userId, part) => {
      const index = database.transaction(stores.recordings).objectStore(stores.recordings).index('userId');
      const [keys, pieces] = await Promise.all([
        requested(index.getAllKeys(userId)),
        requested(index.getAll(userId) as IDBRequest<Piece[]>),
      ]);
      await write(database, stores.recordings, 'relaxed', (kept) => {
        for (const [at, piece] of pieces.entries()) {
          const key = keys[at];
          if (key !== undefined && isOf(part)(piece)) kept.delete(key);
        }
      });
    },
  };
}
