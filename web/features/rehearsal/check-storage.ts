import type { Finding } from './finding.ts';

const databaseName = 'rehearsal';
const storeName = 'proof';
const storageTimeout = 5000;

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const written = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });

/** Writes as durably as an exam writes ticks, reads the value back and deletes it. */
async function canReadBack(): Promise<boolean> {
  const opening = indexedDB.open(databaseName, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
  const database = await settled(opening);
  try {
    const proof = String(performance.now());
    const writing = database.transaction(storeName, 'readwrite', { durability: 'strict' });
    writing.objectStore(storeName).put(proof, 1);
    await written(writing);
    const found: unknown = await settled(database.transaction(storeName).objectStore(storeName).get(1));
    return found === proof;
  } finally {
    database.close();
    indexedDB.deleteDatabase(databaseName);
  }
}

const tooLong = () => new Promise<boolean>((resolve) => setTimeout(() => resolve(false), storageTimeout));

/** Whether answers could be stored on this computer while offline. */
export async function checkStorage(): Promise<Finding> {
  const isStored = await Promise.race([canReadBack(), tooLong()]).catch(() => false);
  if (isStored) return { state: 'good', says: (t) => t('rehearsal.storage_good') };
  return {
    state: 'bad',
    says: (t) => t('rehearsal.storage_bad'),
    remedy: (t) => t('rehearsal.storage_do'),
  };
}
