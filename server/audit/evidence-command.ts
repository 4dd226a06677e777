import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { evidenceFormats } from '#contract/evidence-pack.ts';
import { embeddedFolder } from '#server/db/own-database.ts';
import { print } from '#server/print.ts';
import { readProcessSettings } from '#server/process-settings.ts';
import { checkEvidenceFile, checkEvidenceRecords } from './evidence-file.ts';
import { withRecords } from './with-records.ts';

const usage = `npm run evidence -- verify pack.json            verify an evidence pack, also against the database if there is one; 1 when it is not intact
npm run evidence -- verify pack.json --alone    verify the file alone`;

/** Whether there is a database to verify against; none is created for it. */
function hasRecords(): boolean {
  const { DATABASE_URL, DATA_DIR } = readProcessSettings(process.env);
  return DATABASE_URL !== undefined || existsSync(embeddedFolder(DATA_DIR));
}

async function verify(path: string, alone: boolean): Promise<number> {
  const checked = checkEvidenceFile(await readFile(path, 'utf8'));
  if ('format' in checked) {
    // Quoted: the text comes from the file.
    print(
      `The file has the format ${JSON.stringify(checked.format.slice(0, 100))}, which this version cannot verify. It knows ${evidenceFormats.join(', ')}.`,
    );
    return 2;
  }
  if ('problem' in checked) {
    print(`The file is not intact: ${checked.problem}`);
    return 1;
  }
  const { content, sha256 } = checked.file;
  print(`Contestation ${content.contest.id}, SHA-256 ${sha256}: the file is as it was hashed.`);
  if (alone || !hasRecords()) {
    print('It was not compared with a database.');
    return 0;
  }
  const problems = await withRecords(print, ({ sql }, sign) => checkEvidenceRecords(sql, sign, checked.file));
  for (const problem of problems) print(`It does not match the database: ${problem}`);
  if (problems.length > 0) return 1;
  const { chain } = content;
  print(
    chain
      ? `Signature and events of exam ${chain.examId} up to seal ${chain.number} are intact.`
      : 'The signature is intact; a case has no exam.',
  );
  return 0;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { alone: { type: 'boolean' }, help: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [action, path] = positionals;
  if (values.help || action !== 'verify' || path === undefined) {
    print(usage);
    return values.help ? 0 : 2;
  }
  return verify(path, values.alone ?? false);
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 2;
});
