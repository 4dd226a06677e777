import { databaseName } from './private-database-name.ts';

/*
 * Personal data left in this browser: unsent answers, exam recordings, and notes such as drafts. localStorage loses
 * writes when the browser is killed; IndexedDB with strict durability does not. Everything but the ids of unsent
 * answers is sealed.
 */
const version = 2;

export const stores = { saves: 'saves', notes: 'notes', recordings: 'recordings' } as const;
export type PrivateStore = (typeof stores)[keyof typeof stores];
/** When each owner was last here, to clean up data of owners who do not return. */
export const ownersStore = 'owners';

/** The result of one database request. */
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

/** The owner id for answers stored by an earlier version, which had no owner ids. */
export const formerOwner = (userId: number) => `account-${userId}`;

/**
 * Keeps the unsent answers of the first version, which are ids only. Its recordings and flags were unencrypted and are
 * dropped.
 */
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
      // Do not block a newer version of the page in another tab.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('the database is held by another version of the page'));
  });
}

/** Writes, and resolves when the data is stored. */
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

/** All entries of one owner in a store. */
export const ofOwner = <T>(database: IDBDatabase, store: PrivateStore, owner: string): Promise<T[]> =>
  requested(database.transaction(store).objectStore(store).index('owner').getAll(owner)) as Promise<T[]>;

/** The keys of all entries of one owner in a store. */
export const keysOfOwner = (
  database: IDBDatabase,
  store: PrivateStore,
  owner: string,
): Promise<IDBValidKey[]> =>
  requested(database.transaction(store).objectStore(store).index('owner').getAllKeys(owner));
