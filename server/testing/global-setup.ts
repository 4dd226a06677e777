import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { openClient } from '#server/db/client.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { migrate } from '#server/db/migrate.ts';
import { buildThreads } from './built-threads.ts';
import { TEMPLATE } from './template.ts';
import { databaseFolder, onInterrupt } from './temporary-folder.ts';

/** Starts one database cluster for the whole run, migrates the template once and builds the worker threads. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const removeThreads = await buildThreads();
  const dataDir = await databaseFolder('exam-api-tests-');
  const cluster = await startEmbeddedPostgres({
    dataDir,
    durable: false,
    // The log of writes stays small, as it may be in memory.
    settings: { max_connections: '300', autovacuum: 'off', max_wal_size: '256MB' },
  });
  const teardown = async () => {
    await cluster.stop();
    await removeThreads();
    await rm(cluster.dataDir, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  };
  onInterrupt(teardown);
  try {
    await createTemplate(cluster.url);
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('postgresUrl', cluster.url);
  return teardown;
}

async function createTemplate(url: string): Promise<void> {
  const sql = openClient(url, { max: 1, name: 'exam-platform-tests' });
  // Thousands of connections sign in; a single round of hashing is enough for this password.
  await sql.unsafe(`set scram_iterations = 1; alter role postgres password '${new URL(url).password}'`);
  await sql`create database ${sql(TEMPLATE)}`;
  const template = new URL(url);
  template.pathname = TEMPLATE;
  await migrate(template.href);
  await sql`alter database ${sql(TEMPLATE)} with is_template true allow_connections false`;
  await sql.end();
}
