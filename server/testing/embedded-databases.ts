import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach } from 'vitest';
import { openClient } from '#server/db/client.ts';
import type { EmbeddedPostgresOptions } from '#server/db/embedded-data.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { livePostmaster } from '#server/db/embedded-postmaster.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Embedded databases of the tests of a file: stopped, and their folders removed, after each test. */
export function useEmbeddedDatabases() {
  const running: EmbeddedPostgres[] = [];
  const folders: string[] = [];
  afterEach(async () => {
    for (const database of running.splice(0)) {
      await database.stop();
      folders.push(database.dataDir);
    }
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
  });
  return {
    async newFolder(): Promise<string> {
      const folder = await temporaryFolder('exam-embedded-');
      folders.push(folder);
      return folder;
    },
    async start(dataDir: string, options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
      const database = await startEmbeddedPostgres({ dataDir, durable: false, ...options });
      running.push(database);
      return database;
    },
  };
}

export async function query<T>(url: string, statement: string): Promise<T | undefined> {
  const sql = openClient(url, { max: 1, name: 'exam-platform-tests' });
  try {
    const [row] = await sql.unsafe(statement);
    return row && (Object.values(row)[0] as T);
  } finally {
    await sql.end();
  }
}

export async function serverProcess({ dataDir }: Pick<EmbeddedPostgres, 'dataDir'>): Promise<number> {
  const found = await livePostmaster(join(dataDir, 'cluster'));
  if (!found) throw new Error('no PostgreSQL runs on this folder');
  return found.pid;
}

/** Kills the server, but one of its processes stays stopped, which keeps the shared memory in use. Returns its id. */
export async function killWithLeftovers(database: EmbeddedPostgres): Promise<number> {
  const sql = openClient(database.url, { max: 1, name: 'exam-platform-tests' });
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  if (!row) throw new Error('the server did not answer');
  const heldUp = row.pid;
  process.kill(heldUp, 'SIGSTOP');
  process.kill(await serverProcess(database), 'SIGKILL');
  void sql.end({ timeout: 0 }).catch(() => {});
  return heldUp;
}

/** Another of our processes: starts the database and, by default, waits to be killed. */
export async function startInAnotherProcess(
  dataDir: string,
  then = 'setInterval(() => {}, 1000)',
): Promise<ChildProcess> {
  const program = `
    const { startEmbeddedPostgres } = await import('#server/db/embedded-postgres.ts');
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, durable: false });
    console.log('started');
    ${then};`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error('it did not start'))),
  ]);
  return child;
}
