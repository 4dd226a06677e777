import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '#server/project-root.ts';
import { runningEmbeddedUrl, startEmbeddedPostgres } from './embedded-postgres.ts';

type Print = (line: string) => void;
type DatabaseSettings = {
  readonly DATABASE_URL?: string | undefined;
  readonly DATA_DIR?: string | undefined;
};

/** The folder of the embedded database, which is used without DATABASE_URL. */
export const embeddedFolder = (dataDir: string | undefined): string =>
  dataDir ?? join(projectRoot, '.data/postgres');

/** Runs `work` on the database of the settings: DATABASE_URL, or the embedded one, which is started unless it runs. */
export async function onOwnDatabase<T>(
  { DATABASE_URL, DATA_DIR }: DatabaseSettings,
  print: Print,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const dataDir = embeddedFolder(DATA_DIR);
  const known = DATABASE_URL ?? (await runningEmbeddedUrl(dataDir));
  if (known !== undefined) return work(known);
  const embedded = await startEmbeddedPostgres({ dataDir, log: print });
  try {
    return await work(embedded.url);
  } finally {
    await embedded.stop();
  }
}

/** Runs `work` on an embedded database that is removed afterwards. */
export async function onTemporaryDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'exam-backup-check-'));
  const embedded = await startEmbeddedPostgres({ dataDir, durable: false });
  try {
    return await work(embedded.url);
  } finally {
    await embedded.stop();
    for (const folder of [embedded.dataDir, dataDir]) await rm(folder, { recursive: true, force: true });
  }
}
