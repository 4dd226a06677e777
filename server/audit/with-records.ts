import { type Database, openDatabase } from '#server/db/database.ts';
import { onOwnDatabase } from '#server/db/own-database.ts';
import { openTokens } from '#server/http/tokens.ts';
import { readProcessSettings } from '#server/process-settings.ts';
import { type Signer, signerOf } from './head.ts';

/** Runs `work` on the database of the settings, with what signs the head of its log. */
export function withRecords<T>(
  print: (line: string) => void,
  work: (database: Database, sign: Signer) => Promise<T>,
): Promise<T> {
  const settings = readProcessSettings(process.env);
  return onOwnDatabase(settings, print, async (url) => {
    const database = openDatabase(url, { max: 2 });
    try {
      return await work(database, signerOf(await openTokens(database, settings.TOKEN_SECRET)));
    } finally {
      await database.close();
    }
  });
}
