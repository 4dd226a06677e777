import { keysOfOwner, ownersStore, type PrivateStore, requested, stores, write } from './private-database.ts';
import { ownersIn } from './private-owners.ts';

/** How long data waits for its owner, from when this browser last saw them or first noticed the data. */
const waitsMilliseconds = 7 * 24 * 60 * 60_000;
/**
 * Recordings are large: only those of the most recently seen other owners are kept. Unsent answers of all owners are
 * kept.
 */
const maxOtherOwners = 5;

type SeenOwner = { readonly owner: string; readonly at: number };

const allStores: readonly PrivateStore[] = Object.values(stores);

async function remove(database: IDBDatabase, store: PrivateStore, owner: string): Promise<void> {
  const keys = await keysOfOwner(database, store, owner);
  await write(database, store, 'relaxed', (objects) => {
    for (const key of keys) objects.delete(key);
  });
}

/**
 * Removes data whose owners did not return. `now` is the server's clock: the computer's may be years off, and a tick
 * from a minute ago must not look old.
 */
export async function cleanUp(database: IDBDatabase, own: string, now: number): Promise<void> {
  const lists = await Promise.all(allStores.map((store) => ownersIn(database, store)));
  const seen: SeenOwner[] = await requested(
    database.transaction(ownersStore).objectStore(ownersStore).getAll(),
  );
  const at = new Map(seen.map((one) => [one.owner, one.at]));
  const others = [...new Set(lists.flat())].filter((owner) => owner !== own);
  const isForgotten = (owner: string) => now - (at.get(owner) ?? now) > waitsMilliseconds;
  const forgotten = others.filter(isForgotten);
  for (const owner of forgotten) for (const store of allStores) await remove(database, store, owner);

  const waiting = others.filter((owner) => !isForgotten(owner));
  const recorded = new Set(await ownersIn(database, stores.recordings));
  const bySeen = waiting
    .filter((owner) => recorded.has(owner))
    .toSorted((one, other) => (at.get(other) ?? now) - (at.get(one) ?? now));
  for (const owner of bySeen.slice(maxOtherOwners)) await remove(database, stores.recordings, owner);

  await write(database, ownersStore, 'relaxed', (owners) => {
    for (const { owner } of seen) if (!waiting.includes(owner)) owners.delete(owner);
    for (const owner of waiting) if (!at.has(owner)) owners.put({ owner, at: now } satisfies SeenOwner);
    owners.put({ owner: own, at: now } satisfies SeenOwner);
  });
}
