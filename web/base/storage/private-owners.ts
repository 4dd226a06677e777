import type { PrivateStore } from './private-database.ts';

/** The owners of the entries in a store. */
export function ownersIn(database: IDBDatabase, store: PrivateStore): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const found: string[] = [];
    const walk = database
      .transaction(store)
      .objectStore(store)
      .index('owner')
      .openKeyCursor(null, 'nextunique');
    walk.onerror = () => reject(walk.error);
    walk.onsuccess = () => {
      const cursor = walk.result;
      if (!cursor) return resolve(found);
      found.push(String(cursor.key));
      cursor.continue();
    };
  });
}
