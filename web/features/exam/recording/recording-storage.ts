import type { SignIn } from '#web/base/sign-in-state.ts';
import {
  keysOfOwner,
  ofOwner,
  openPrivateDatabase,
  stores,
  write,
} from '#web/base/storage/private-database.ts';
import { openVault, ownerOf, type Vault } from '#web/base/storage/vault.ts';

/** A part of a recording that waits to be uploaded. */
export type StoredPart = { readonly groupId: number; readonly part: number };
export type DatedPart = StoredPart & {
  /** When it was last appended to, on the computer's clock. */
  readonly at: number;
  readonly bytes: number;
};

/** A piece of a recording: the items of a JSON array, without its brackets. */
type Piece = StoredPart & { readonly json: string; readonly at: number };

export type RecordingStorage = {
  readonly append: (piece: Piece) => Promise<void>;
  /** The stored parts, in order. */
  readonly parts: () => Promise<readonly DatedPart[]>;
  /** A whole part, as JSON. */
  readonly read: (part: StoredPart) => Promise<Blob>;
  readonly remove: (part: StoredPart) => Promise<void>;
};

const isOf =
  ({ groupId, part }: StoredPart) =>
  (piece: StoredPart) =>
    piece.groupId === groupId && piece.part === part;

/** Groups pieces into parts, in order. */
function partsOf(pieces: readonly DatedPart[]): readonly DatedPart[] {
  const parts = new Map<string, DatedPart>();
  for (const { groupId, part, at, bytes } of pieces) {
    const name = `${groupId} ${part}`;
    parts.set(name, { groupId, part, at, bytes: bytes + (parts.get(name)?.bytes ?? 0) });
  }
  return [...parts.values()].sort((one, other) => one.groupId - other.groupId || one.part - other.part);
}

const listOf = (jsons: readonly string[]) =>
  new Blob(['[', jsons.join(','), ']'], { type: 'application/json' });

/** A stored piece. Its name is sealed separately, so that listing parts does not decrypt all of them. */
type StoredPiece = {
  readonly owner: string;
  readonly name: Uint8Array<ArrayBuffer>;
  readonly json: Uint8Array<ArrayBuffer>;
};
type Name = StoredPart & { readonly at: number };

function persistentRecordings(database: IDBDatabase, owner: string, vault: Vault): RecordingStorage {
  const named = async () => {
    const [keys, pieces] = await Promise.all([
      keysOfOwner(database, stores.recordings, owner),
      ofOwner<StoredPiece>(database, stores.recordings, owner),
    ]);
    const names = await Promise.all(pieces.map(({ name }) => vault.unseal<Name>(name)));
    return pieces.flatMap((piece, at) => {
      const [name, key] = [names[at], keys[at]];
      return name && key !== undefined ? [{ ...name, key, json: piece.json, bytes: piece.json.length }] : [];
    });
  };
  return {
    append: async ({ json, ...name }) => {
      const piece: StoredPiece = { owner, name: await vault.seal(name), json: await vault.seal(json) };
      await write(database, stores.recordings, 'relaxed', (pieces) => pieces.add(piece));
    },
    parts: async () => partsOf(await named()),
    read: async (part) => {
      const jsons: string[] = [];
      for (const piece of (await named()).filter(isOf(part))) {
        const json = await vault.unseal<string>(piece.json);
        if (json !== undefined) jsons.push(json);
      }
      return listOf(jsons);
    },
    remove: async (part) => {
      const pieces = (await named()).filter(isOf(part));
      await write(database, stores.recordings, 'relaxed', (recordings) => {
        for (const { key } of pieces) recordings.delete(key);
      });
    },
  };
}

const held = new Map<string, Piece[]>();

/** Without encryption a recording stays in memory until it is uploaded. */
const inMemoryRecordings = (owner: string): RecordingStorage => {
  const pieces = () => held.get(owner) ?? [];
  return {
    append: async (piece) => void held.set(owner, [...pieces(), piece]),
    parts: async () => partsOf(pieces().map((piece) => ({ ...piece, bytes: piece.json.length }))),
    read: async (part) =>
      listOf(
        pieces()
          .filter(isOf(part))
          .map(({ json }) => json),
      ),
    remove: async (part) => {
      const isRemoved = isOf(part);
      held.set(
        owner,
        pieces().filter((piece) => !isRemoved(piece)),
      );
    },
  };
};

/** The storage for one person's recordings in this browser; a crash loses only the last seconds. */
export async function openRecordingStorage(signIn: SignIn): Promise<RecordingStorage> {
  const vault = await openVault(signIn);
  const database = vault && (await openPrivateDatabase().catch(() => undefined));
  return database
    ? persistentRecordings(database, ownerOf(signIn), vault)
    : inMemoryRecordings(ownerOf(signIn));
}
