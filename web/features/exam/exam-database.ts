/**
 * What an exam keeps in this browser. localStorage loses writes when the browser is killed; IndexedDB with strict
 * durability does not.
 */
const name = 'exam-platform';
const version = 1;

export const stores = { saves: 'saves', flags: 'flags', recordings: 'recordings' } as const;
type Store = (typeof stores)[keyof typeof stores];

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

function lay(database: IDBDatabase): void {
  const saves = database.createObjectStore(stores.saves, { keyPath: 'saveId' });
  saves.createIndex('userId', 'userId');
  database.createObjectStore(stores.flags, { keyPath: ['userId', 'examId'] });
  const recordings = database.createObjectStore(stores.recordings, { autoIncrement: true });
  recordings.createIndex('userId', 'userId');
}

/** Opens the database; fails where the browser has none, as in some private windows. */
export function openExamDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => lay(request.result);
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
  store: Store,
  durability: IDBTransactionDurability,
  change: (store: IDBObjectStore) => void,
): Promise<void> {
  const transaction = database.transaction(store, 'readwrite', { durability });
  change(transaction.objectStore(store));
  await completed(transaction);
}

/** Everything of one person in a store. */
export const ofUser = <T>(database: IDBDatabase, store: Store, userId: number): Promise<T[]> =>
  requested(database.transaction(store).objectStore(store).index('userId').getAll(userId)) as Promise<T[]>;
