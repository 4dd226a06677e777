import type { Page } from 'playwright-core';

/** Everything this browser has stored that a page can read, as one text; each byte becomes one character. */
export async function everythingStored(page: Page): Promise<string> {
  const cookies = JSON.stringify(await page.context().cookies());
  const stored = await page.evaluate(async () => {
    const found: string[] = [
      document.cookie,
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
    ];
    const lettersOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
    const serialize = (value: unknown): unknown => {
      if (value instanceof ArrayBuffer) return lettersOf(new Uint8Array(value));
      if (value instanceof Uint8Array) return lettersOf(value);
      if (Array.isArray(value)) return value.map(serialize);
      if (typeof value === 'object' && value !== null)
        return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, serialize(part)]));
      return value;
    };
    const resultOf = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name } of await indexedDB.databases()) {
      const database = await resultOf(indexedDB.open(name ?? ''));
      for (const store of database.objectStoreNames) {
        const objects = database.transaction(store).objectStore(store);
        const [keys, values] = await Promise.all([
          resultOf(objects.getAllKeys()),
          resultOf(objects.getAll()),
        ]);
        found.push(`${name} ${store} ${keys.length}`, JSON.stringify(serialize([keys, values])));
      }
      database.close();
    }
    // Only secure contexts have it.
    for (const name of 'caches' in window ? await caches.keys() : []) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        found.push(request.url, (await (await cache.match(request))?.text()) ?? '');
    }
    return found.join('\n');
  });
  return `${cookies}\n${stored}`;
}

/** The number of records in a store of the exam's IndexedDB database. */
export const recordsIn = (page: Page, store: string): Promise<number> =>
  page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('exam-platform');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          if (!database.objectStoreNames.contains(name)) {
            database.close();
            resolve(0);
            return;
          }
          const counting = database.transaction(name).objectStore(name).count();
          counting.onsuccess = () => {
            database.close();
            resolve(counting.result);
          };
        };
      }),
    store,
  );

/** Which of the words the bytes contain, in either text encoding a browser uses. */
export const wordsIn = (bytes: Buffer, words: readonly string[]): string[] =>
  words.filter(
    (word) => bytes.includes(Buffer.from(word, 'utf8')) || bytes.includes(Buffer.from(word, 'utf16le')),
  );
