import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmod, chown, link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Account, assertOwnData, canReach, postgresAccount } from './embedded-account.ts';
import { type Binaries, postgresBinaries, SHARED_FOLDER, spawnOptions } from './embedded-binaries.ts';
import { isAlive } from './embedded-postmaster.ts';

const run = promisify(execFile);

export type EmbeddedPostgresOptions = {
  /** The folder for data, password and log; created when missing. */
  readonly dataDir: string;
  /** `false` trades durability for speed; only for tests. */
  readonly durable?: boolean;
  readonly log?: (line: string) => void;
  /** How long to wait for processes of a killed server to exit. */
  readonly leavingSeconds?: number;
  /** The folder of another npm package of PostgreSQL, for tests of other versions. */
  readonly packageFolder?: string;
  /** Start the server again when it ends by itself, for example on a full disk. */
  readonly keepRunning?: boolean;
  /** Additional `name=value` settings of the PostgreSQL server. */
  readonly settings?: Readonly<Record<string, string>>;
};

/** The data folder, with what is needed to run a server on it. */
export type EmbeddedCluster = {
  readonly folder: string;
  readonly cluster: string;
  readonly account: Account;
  readonly binaries: Binaries;
  readonly password: string;
};

/** The actual data folder and its account. */
export async function folderFor(requested: string): Promise<{ folder: string; account: Account }> {
  const account = await postgresAccount(join(requested, 'cluster'));
  return { account, folder: (await canReach(account, requested)) ? requested : sharedFolderFor(requested) };
}

/** The folder with its database, which is created when missing. */
export async function prepareCluster(
  options: EmbeddedPostgresOptions,
  log: (line: string) => void,
): Promise<EmbeddedCluster> {
  const requested = resolve(options.dataDir);
  const { folder, account } = await folderFor(requested);
  if (folder !== requested)
    log(`The account PostgreSQL runs under cannot enter ${requested}; its data is in ${folder}.`);
  const cluster = join(folder, 'cluster');
  const binaries = await postgresBinaries(account, options.packageFolder);
  if (await exists(cluster)) {
    await assertOwnData(cluster, account);
    await assertSameMajor(cluster, binaries.major);
  }
  await mkdir(folder, { recursive: true });
  if (account) await chown(folder, account.uid, account.gid);
  if (folder !== requested) await chmod(SHARED_FOLDER, 0o755);
  const password = await storedPassword(folder, account, await exists(cluster));
  const embedded = { folder, cluster, account, binaries, password };
  if (!(await exists(cluster)))
    await initialise(embedded, options.durable === false ? ['--no-sync'] : [], log);
  return embedded;
}

/** Two clones on one machine must not collide in the shared folder. */
const sharedFolderFor = (requested: string) =>
  join(SHARED_FOLDER, createHash('sha256').update(requested).digest('hex').slice(0, 16));

async function assertSameMajor(cluster: string, major: number): Promise<void> {
  const stored = Number(await readFile(join(cluster, 'PG_VERSION'), 'utf8'));
  if (stored !== major) {
    throw new Error(
      `The database in ${cluster} was made by PostgreSQL ${stored}, but this program brings PostgreSQL ${major}. Move the data with a dump and restore, or choose another data folder.`,
    );
  }
}

/** Ignores one error of a file operation. */
const unless = (code: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== code) throw error;
};

/**
 * Written whole and linked under its name: an interrupted start leaves no empty password, of two starts one makes it. A
 * password is never replaced: the database of an existing cluster accepts only the old one.
 */
async function storedPassword(folder: string, account: Account, hasCluster: boolean): Promise<string> {
  const file = passwordFile(folder);
  if (!hasCluster) {
    const attempt = `${file}-${randomBytes(8).toString('hex')}`;
    await writeFile(attempt, randomBytes(24).toString('hex'), { mode: 0o600, flush: true });
    if (account) await chown(attempt, account.uid, account.gid);
    await link(attempt, file)
      .catch(unless('EEXIST'))
      .finally(() => rm(attempt));
  }
  const password = (await readFile(file, 'utf8').catch(unless('ENOENT')))?.trim();
  if (password) return password;
  throw new Error(
    hasCluster
      ? `The password of the database is missing from ${file}. Restore that file from a backup.`
      : `${file} is empty: an earlier start was interrupted. Delete it, then start again.`,
  );
}

/** Created next to its final path and renamed, so an interrupted start leaves no partial database. */
async function initialise(
  { folder, cluster, account, binaries }: EmbeddedCluster,
  extra: readonly string[],
  log: (line: string) => void,
): Promise<void> {
  log(`Creating the database in ${folder}.`);
  await clearAbandonedAttempts(folder);
  const attempt = join(folder, `attempt-${process.pid}`);
  const locale =
    binaries.major >= 17
      ? '--locale=C --locale-provider=builtin --builtin-locale=C.UTF-8'
      : '--locale=C.UTF-8';
  const flags = `-U postgres -A scram-sha-256 -E UTF8 ${locale}`;
  await run(
    binaries.initdb,
    ['-D', attempt, '--pwfile', passwordFile(folder), ...flags.split(' '), ...extra],
    spawnOptions(account),
  ).catch((error: Error & { stderr?: string }) => {
    throw new Error(
      `The database could not be created in ${folder}: ${error.stderr?.trim() || error.message}`,
    );
  });
  await rename(attempt, cluster).catch(async (error) => {
    await rm(attempt, { recursive: true, force: true });
    if (!(await exists(cluster))) throw error;
  });
}

async function clearAbandonedAttempts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = /^attempt-(\d+)$/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) await rm(join(folder, name), { recursive: true, force: true });
  }
}

export const passwordFile = (folder: string) => join(folder, 'password');
const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
