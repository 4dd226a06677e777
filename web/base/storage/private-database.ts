import { databaseName } from './private-database-name.ts';

/*
 * What a person leaves in this browser: unsent answers and recordings of exams, notes such as drafts. localStorage loses writes
 * when the browser is killed; IndexedDB with strict durability does not. Everything but the ids of unsent answers is sealed.
 */
const version = 2;

export const stores = { saves: 'saves', notes: 'notes', recordings: 'recordings' } as const;
export type PrivateStore = (typeof stores)[keyof typeof stores];
/** When the owner of something was last here, for what nobody comes back for. */
export const ownersStore = 'owners';

/** The result of one request of the database. */
export const requested = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Resolves when the transaction is on disk, as far as the browser can tell. */
const completed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
    transaction.onerror = () => reject(transaction.error);
  });

/** The mark of somebody whose answers an earlier version kept, which had no other. */
export const formerOwner = (userId: number) => `account-${userId}`;

/** Keeps the unsent answers of the first version, which are ids only; its recordings and flags were readable by anybody. */
function migrateFirstVersion(saves: IDBObjectStore): void {
  saves.deleteIndex('userId');
  const walk = saves.openCursor();
  walk.onsuccess = () => {
    const cursor = walk.result;
    if (!cursor) return;
    const save: { readonly saveId: string; readonly userId: number } = cursor.value;
    cursor.update({ saveId: save.saveId, owner: formerOwner(save.userId), save });
    cursor.continue();
  };
}

function upgradeSchema(database: IDBDatabase, change: IDBTransaction | null, from: number): void {
  const isFirst = from === 1 && change !== null;
  if (isFirst) for (const former of ['flags', stores.recordings]) database.deleteObjectStore(former);
  const saves = isFirst
    ? change.objectStore(stores.saves)
    : database.createObjectStore(stores.saves, { keyPath: 'saveId' });
  if (isFirst) migrateFirstVersion(saves);
  const notes = database.createObjectStore(stores.notes, { keyPath: ['owner', 'name'] });
  const recordings = database.createObjectStore(stores.recordings, { autoIncrement: true });
  for (const store of [saves, notes, recordings]) store.createIndex('owner', 'owner');
  database.createObjectStore(ownersStore, { keyPath: 'owner' });
}

/** Opens the database; fails where the browser has none, as in some private windows. */
export function openPrivateDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, version);
    request.onupgradeneeded = ({ oldVersion }) =>
      upgradeSchema(request.result, request.transaction, oldVersion);
    request.onsuccess = () => {
      // A newer version of the page in another tab must not wait for this one.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('the database is held by another version of the page'));
  });
}

/** Writes and waits until it is kept. */
export async function write(
  database: IDBDatabase,
  store: PrivateStore | typeof ownersStore,
  durability: IDBTransactionDurability,
  change: (store: IDBObjectStore) => void,
): Promise<void> {
  const transaction = database.transaction(store, 'readwrite', { durability });
  change(transaction.objectStore(store));
  await completed(transaction);
}

/** Everything of one owner in a store. */
export const ofOwner = <T>(database: IDBDatabase, store: PrivateStore, owner: string): Promise<T[]> =>
  requested(database.transaction(store).objectStore(store).index('owner').getAll(owner)) as Promise<T[]>;

/** The keys of everything of one owner in a store. */
export const keysOfOwner = (
  database: IDBDatabase,
  store: PrivateStore,
  owner: string,
): Promise<IDBValidKey[]> =>
  requested(database.transaction(store).objectStore(store).index('owner').getAllKeys(owner));
