import { checkRecords } from '#server/audit/check.ts';
import { describeFinding } from '#server/audit/finding.ts';
import { signerOf, signUpgradedLog } from '#server/audit/head.ts';
import { openSealer } from '#server/audit/sealing.ts';
import { openDatabase } from '#server/db/database.ts';
import { migrate, unfinishedRestore } from '#server/db/migrate.ts';
import { sealExamEvents } from '#server/exams/event-sealing.ts';
import { checkScores, describeProblem } from '#server/exams/rescoring.ts';
import { openTokens } from '#server/http/tokens.ts';
import { checkFiles, loadBackup, loadedMark, verifiedMark } from './loading.ts';
import { type Manifest, readManifest } from './manifest.ts';

type Print = (line: string) => void;
export type RestoreSettings = { readonly TOKEN_SECRET?: string | undefined };

/**
 * Checks the seals of the audit log and of exam events, the records and every score; returns the findings.
 */
async function verify(
  url: string,
  { audit }: Manifest,
  { TOKEN_SECRET }: RestoreSettings,
  print: Print,
): Promise<readonly string[]> {
  const database = openDatabase(url, { max: 2 });
  try {
    const sign = signerOf(await openTokens(database, TOKEN_SECRET));
    // Seals what was unsealed in the backup, as a server start would.
    await sealExamEvents(database);
    await openSealer(database, sign).seal();
    const expected = audit ? [audit] : [];
    const { findings, entries } = await checkRecords(database, sign, { expected, rest: async () => {} });
    const { exams, problems } = await checkScores(database);
    await database.sql.unsafe(`create table ${verifiedMark} ()`);
    print(`${entries} sealed entries of the log were read, ${exams} finished exams were scored again.`);
    return [...findings.map(describeFinding), ...problems.map(describeProblem)];
  } finally {
    await database.close();
  }
}

/** Accepts a restored database for serving, if every row of the backup was loaded and the verification ran to its end. */
export async function acceptRestore(url: string): Promise<void> {
  const database = openDatabase(url, { max: 1 });
  try {
    const [found] = await database.sql<{ isMarked: boolean; isLoaded: boolean; isVerified: boolean }[]>`
      select to_regnamespace(${unfinishedRestore}) is not null as "isMarked",
             to_regclass(${loadedMark}) is not null as "isLoaded", to_regclass(${verifiedMark}) is not null as "isVerified"`;
    if (!found?.isMarked) throw new Error('No restore waits for a decision in this database.');
    if (!found.isLoaded)
      throw new Error(
        'The rows of the backup were never loaded into this database: nothing can be accepted. Drop it and restore into a new, empty database.',
      );
    if (!found.isVerified)
      throw new Error(
        'The restored rows were never verified to the end: nothing can be accepted. Drop the database and restore into a new, empty one.',
      );
    await database.sql.unsafe(`drop schema ${unfinishedRestore} cascade`);
  } finally {
    await database.close();
  }
}

/** For a backup of a version without heartbeats, the outage begins at the time of the backup. */
async function noteLastBeat(url: string, takenAt: string): Promise<void> {
  const database = openDatabase(url, { max: 1 });
  try {
    await database.sql`insert into heartbeats (beat_at) values (${takenAt}::timestamptz) on conflict do nothing`;
  } finally {
    await database.close();
  }
}

/**
 * Restores a backup into an empty database, brings it to the newest schema and verifies it. No server starts
 * on it until it is verified without findings. Returns the findings.
 */
export async function restoreBackup(
  url: string,
  folder: string,
  settings: RestoreSettings,
  print: Print,
): Promise<readonly string[]> {
  const manifest = await readManifest(folder);
  await checkFiles(folder, manifest);
  await loadBackup(url, folder, manifest);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  print(`${rows} rows of ${manifest.tables.length} tables, as of ${manifest.takenAt}, were restored.`);
  const steps = { '0026_tamper_evidence.sql': signUpgradedLog(url, settings.TOKEN_SECRET) };
  await migrate(url, steps, { restoring: true });
  await noteLastBeat(url, manifest.takenAt);
  const found = await verify(url, manifest, settings, print);
  if (found.length === 0) await acceptRestore(url);
  return found;
}
