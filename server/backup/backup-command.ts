import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runningEmbeddedUrl } from '#server/db/embedded-postgres.ts';
import { onOwnDatabase, onTemporaryDatabase } from '#server/db/own-database.ts';
import { print } from '#server/print.ts';
import { type ProcessSettings, readProcessSettings } from '#server/process-settings.ts';
import { projectRoot } from '#server/project-root.ts';
import { readManifest } from './manifest.ts';
import { restoreBackup } from './restoring.ts';
import { noteChecked, takeBackup } from './taking.ts';

const usage = `npm run backup -- <folder>             write the whole database into a new folder, while it is served
npm run backup -- --check <folder>     restore it into a temporary database and check everything; 1 when something is found`;

/** Only on a database that is there: a check on another machine starts none. */
async function recordCheck({ DATABASE_URL, DATA_DIR }: ProcessSettings, folder: string): Promise<void> {
  const url = DATABASE_URL ?? (await runningEmbeddedUrl(DATA_DIR ?? join(projectRoot, '.data/postgres')));
  const { takenAt } = await readManifest(folder);
  if (url === undefined) return;
  await noteChecked(url, takenAt).catch(() => print('The check could not be recorded in the database.'));
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { check: { type: 'boolean' }, help: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [named] = positionals;
  if (values.help || named === undefined || positionals.length > 1) {
    print(usage);
    return values.help ? 0 : 2;
  }
  const folder = resolve(named);
  const settings = readProcessSettings(process.env);
  if (!values.check) {
    const { version } = createRequire(import.meta.url)(join(projectRoot, 'package.json')) as {
      version: string;
    };
    await onOwnDatabase(settings, print, (url) => takeBackup(url, folder, version, print));
    return 0;
  }
  const found = await onTemporaryDatabase((url) => restoreBackup(url, folder, settings, print));
  for (const line of found) print(line);
  if (found.length === 0) await recordCheck(settings, folder);
  print(found.length === 0 ? 'The backup is whole.' : `${found.length} findings.`);
  return found.length === 0 ? 0 : 1;
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 2;
});
