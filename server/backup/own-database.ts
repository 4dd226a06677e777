import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runningEmbeddedUrl, startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import type { ProcessSettings } from '#server/process-settings.ts';
import { projectRoot } from '#server/project-root.ts';

type Print = (line: string) => void;

/** Runs `work` on the database of the settings: DATABASE_URL, or the embedded one, which is started unless it runs. */
export async function onOwnDatabase<T>(
  { DATABASE_URL, DATA_DIR }: Pick<ProcessSettings, 'DATABASE_URL' | 'DATA_DIR'>,
  print: Print,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const dataDir = DATA_DIR ?? join(projectRoot, '.data/postgres');
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
