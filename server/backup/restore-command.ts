import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { onOwnDatabase } from '#server/db/own-database.ts';
import { print } from '#server/print.ts';
import { readProcessSettings } from '#server/process-settings.ts';
import { acceptRestore, restoreBackup } from './restoring.ts';

const usage = `npm run restore -- <folder>     restore a backup into an empty database and check everything; 1 when something is found
npm run restore -- --accept     let a restored database be served although the check found something`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { accept: { type: 'boolean' }, help: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [folder] = positionals;
  const settings = readProcessSettings(process.env);
  if (values.accept) {
    await onOwnDatabase(settings, print, acceptRestore);
    print('The database can be served.');
    return 0;
  }
  if (values.help || folder === undefined || positionals.length > 1) {
    print(usage);
    return values.help ? 0 : 2;
  }
  const found = await onOwnDatabase(settings, print, (url) =>
    restoreBackup(url, resolve(folder), settings, print),
  );
  for (const line of found) print(line);
  print(
    found.length === 0
      ? 'The backup is restored. Start the program; exams that ran when it was taken wait for a decision at /admin.'
      : `${found.length} findings. No server starts on this database until npm run restore -- --accept.`,
  );
  return found.length === 0 ? 0 : 1;
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 2;
});
