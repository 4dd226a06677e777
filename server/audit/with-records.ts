import { join } from 'node:path';
import { type Database, openDatabase } from '#server/db/database.ts';
import { runningEmbeddedUrl, startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { openTokens } from '#server/http/tokens.ts';
import { readProcessSettings } from '#server/process-settings.ts';
import { projectRoot } from '#server/project-root.ts';
import { type Signer, signerOf } from './head.ts';

/** The folder of the embedded database, which is used without DATABASE_URL. */
export const embeddedFolder = (dataDir: string | undefined): string =>
  dataDir ?? join(projectRoot, '.data/postgres');

/** Runs `work` on the database of the settings: DATABASE_URL, or the embedded one, which is started unless it runs. */
export async function withRecords<T>(
  print: (line: string) => void,
  work: (database: Database, sign: Signer) => Promise<T>,
): Promise<T> {
  const { DATABASE_URL, DATA_DIR, TOKEN_SECRET } = readProcessSettings(process.env);
  const dataDir = embeddedFolder(DATA_DIR);
  const known = DATABASE_URL ?? (await runningEmbeddedUrl(dataDir));
  const embedded = known === undefined ? await startEmbeddedPostgres({ dataDir, log: print }) : undefined;
  const database = openDatabase(known ?? embedded?.url ?? '', { max: 2 });
  try {
    return await work(database, signerOf(await openTokens(database, TOKEN_SECRET)));
  } finally {
    await database.close();
    await embedded?.stop();
  }
}
