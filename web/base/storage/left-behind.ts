import { openPrivateDatabase, stores } from './private-database.ts';
import { databaseName } from './private-database-name.ts';
import { ownersIn } from './private-owners.ts';

/** The owner ids of everyone who left answers or recordings in this browser. */
export async function leftoverOwners(): Promise<string[]> {
  const known = typeof indexedDB?.databases === 'function' ? await indexedDB.databases() : [];
  if (!known.some(({ name }) => name === databaseName)) return [];
  const database = await openPrivateDatabase();
  const lists = await Promise.all(
    [stores.saves, stores.recordings].map((store) => ownersIn(database, store)),
  );
  database.close();
  return [...new Set(lists.flat())];
}
