import { openDatabase } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';

/** Creates a migrated database in a cluster; returns its URL. */
export async function newDatabase(clusterUrl: string, name: string): Promise<string> {
  const cluster = openDatabase(clusterUrl, { max: 1 });
  await cluster.sql.unsafe(`create database ${name}`);
  await cluster.close();
  const url = Object.assign(new URL(clusterUrl), { pathname: `/${name}` }).href;
  await migrate(url);
  return url;
}
