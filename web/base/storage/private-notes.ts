import { type SignIn, signedIn } from '#web/base/sign-in-state.ts';
import { openPrivateDatabase, requested, stores, write } from './private-database.ts';
import { openVault, ownerOf, type Vault } from './vault.ts';

/** A user's small private data in this browser: drafts, review marks. */
export type Notes = {
  readonly read: <T>(name: string) => Promise<T | undefined>;
  readonly keep: (name: string, value: unknown) => Promise<void>;
  readonly forget: (name: string) => Promise<void>;
};

type Note = { readonly owner: string; readonly name: string; readonly sealed: Uint8Array<ArrayBuffer> };

const persistentNotes = (database: IDBDatabase, owner: string, vault: Vault): Notes => ({
  read: async <T>(name: string) => {
    const notes = database.transaction(stores.notes).objectStore(stores.notes);
    const note: Note | undefined = await requested(notes.get([owner, name]));
    return note && vault.unseal<T>(note.sealed);
  },
  keep: async (name, value) => {
    const note: Note = { owner, name, sealed: await vault.seal(value) };
    await write(database, stores.notes, 'relaxed', (notes) => notes.put(note));
  },
  forget: (name) => write(database, stores.notes, 'relaxed', (notes) => notes.delete([owner, name])),
});

/** Without encryption notes last as long as the tab and the sign-in; nothing is written after sign-out. */
const tabNotes = (owner: string): Notes => {
  const keyOf = (name: string) => `note.${name}`;
  return {
    read: async (name) => JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null') ?? undefined,
    keep: async (name, value) => {
      if (signedIn()?.profile.storageOwner === owner)
        sessionStorage.setItem(keyOf(name), JSON.stringify(value));
    },
    forget: async (name) => sessionStorage.removeItem(keyOf(name)),
  };
};

/** Runs operations one at a time: a slow encryption must not let a later write overtake it. */
function inOrder(notes: Notes): Notes {
  let last: Promise<unknown> = Promise.resolve();
  const then = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  };
  return {
    read: (name) => then(() => notes.read(name)),
    keep: (name, value) => then(() => notes.keep(name, value)),
    forget: (name) => then(() => notes.forget(name)),
  };
}

/** The notes of the signed-in user. */
export async function openNotes(signIn: SignIn): Promise<Notes> {
  const vault = await openVault(signIn);
  const database = vault && (await openPrivateDatabase().catch(() => undefined));
  return inOrder(database ? persistentNotes(database, ownerOf(signIn), vault) : tabNotes(ownerOf(signIn)));
}
