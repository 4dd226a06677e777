import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { openClient, type Sql } from '#server/db/client.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import { TEMPLATE } from './template.ts';
import { useStarted } from './use-started.ts';

export type TestDatabase = { readonly url: string; drop(): Promise<void> };

/** Creates a migrated, empty database by copying the template. */
export const testDatabase = (): Promise<TestDatabase> => databaseLike(TEMPLATE);

/** Gives the file a connection to a migrated, empty database of its own. */
export const useTestDatabase = (limits?: Parameters<typeof openDatabase>[1]): Database & TestDatabase =>
  useStarted(
    async () => {
      const own = await testDatabase();
      return { ...own, ...openDatabase(own.url, limits) };
    },
    async (database) => {
      await database.close();
      await database.drop();
    },
  );

/** Creates a database without any table. */
export const emptyDatabase = (): Promise<TestDatabase> => databaseLike('template0');

/** Creates a copy of a database that nobody is connected to. */
export const copiedDatabase = ({ url }: Pick<TestDatabase, 'url'>): Promise<TestDatabase> =>
  databaseLike(new URL(url).pathname.slice(1));

async function databaseLike(template: string): Promise<TestDatabase> {
  const administrator = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Copying the files costs less than writing every page to the log as well.
  await asAdministrator(
    administrator,
    (sql) => sql`create database ${sql(name)} template ${sql(template)} strategy file_copy`,
  );
  const url = new URL(administrator);
  url.pathname = name;
  return {
    url: url.href,
    drop: () =>
      asAdministrator(administrator, (sql) => sql`drop database if exists ${sql(name)} with (force)`),
  };
}

async function asAdministrator(url: string, work: (sql: Sql) => Promise<unknown>): Promise<void> {
  const sql = openClient(url, { max: 1, name: 'exam-platform-tests' });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}
