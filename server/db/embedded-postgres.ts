import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openClient, type Sql } from './client.ts';
import { type Account, assertOwnData, canReach, postgresAccount } from './embedded-account.ts';
import { type Binaries, postgresBinaries, SHARED_FOLDER, spawnOptions } from './embedded-binaries.ts';
import {
  clearDeadPostmaster,
  isAlive,
  livePostmaster,
  type Postmaster,
  processesOn,
} from './embedded-postmaster.ts';
import { freePort } from './free-port.ts';

const run = promisify(execFile);

/** Options of the embedded database. */
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
  /** Additional `name=value` settings of the PostgreSQL server. */
  readonly settings?: Readonly<Record<string, string>>;
};

export type EmbeddedPostgres = {
  readonly url: string;
  /** Whether the server was left running by a process that died. */
  readonly adopted: boolean;
  /** The actual data folder, which differs when root's helper account cannot enter the requested one. */
  readonly dataDir: string;
  readonly stop: () => Promise<void>;
};

type Place = {
  readonly folder: string;
  readonly cluster: string;
  readonly account: Account;
  readonly binaries: Binaries;
  readonly password: string;
};

const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
const START_SECONDS = 60;
const LEAVING_SECONDS = 60;

/** Starts the PostgreSQL server that comes with npm, or adopts the one a killed process left on the same data. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {});
  const place = await preparePlace(options, log);
  const { url, postmaster, child, guard } = await ownServer(place, options);
  if (!child) log(`Adopted the PostgreSQL that was still running (process ${postmaster.pid}).`);
  const askToStop = () => terminate(postmaster.pid);
  process.on('exit', askToStop);

  let stopping: Promise<void> | undefined;
  child?.once('exit', (code, signal) => {
    const how = signal ?? `exit code ${code}`;
    if (!stopping) log(`PostgreSQL ended by itself (${how}); see ${logFile(place.folder)}.`);
  });
  const stop = async () => {
    await guard.end({ timeout: 1 });
    await stopServer(place, postmaster, child);
    process.off('exit', askToStop);
  };
  return {
    url,
    adopted: child === undefined,
    dataDir: place.folder,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

type OwnServer = {
  readonly url: string;
  readonly postmaster: Postmaster;
  readonly child: ChildProcess | undefined;
  readonly guard: Sql;
};

/** A server owned by this process alone: the running one, else a new one. */
async function ownServer(place: Place, options: EmbeddedPostgresOptions): Promise<OwnServer> {
  const orphan = await settledPostmaster(place.cluster);
  const child = orphan ? undefined : await startWhenFree(place, options);
  const postmaster = orphan ?? (await livePostmaster(place.cluster));
  if (!postmaster) throw new Error(`PostgreSQL stopped at once. ${await lastLogLines(place.folder)}`);
  const url = addressOf(postmaster, place.password);
  try {
    return { url, postmaster, child, guard: await lockOwnership(url, place.cluster) };
  } catch (error) {
    if (child) await stopServer(place, postmaster, child);
    // A running server may be shutting down; then a new one can start on its data.
    else if ((await settledPostmaster(place.cluster))?.pid !== postmaster.pid)
      return ownServer(place, options);
    throw error;
  }
}

/** The address of a database that another of our processes runs on this folder, if any. */
export async function runningEmbeddedUrl(dataDir: string): Promise<string | undefined> {
  const { folder } = await folderFor(resolve(dataDir));
  const postmaster = await livePostmaster(join(folder, 'cluster'));
  if (!postmaster?.ready) return undefined;
  return addressOf(postmaster, (await readFile(passwordFile(folder), 'utf8')).trim());
}

const addressOf = ({ port }: Postmaster, password: string) =>
  `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;

/** The actual data folder and its account. */
async function folderFor(requested: string): Promise<{ folder: string; account: Account }> {
  const account = await postgresAccount(join(requested, 'cluster'));
  return { account, folder: (await canReach(account, requested)) ? requested : sharedFolderFor(requested) };
}

async function preparePlace(options: EmbeddedPostgresOptions, log: (line: string) => void): Promise<Place> {
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
  const password = await storedPassword(folder, account);
  const place = { folder, cluster, account, binaries, password };
  if (!(await exists(cluster))) await initialise(place, options.durable === false ? ['--no-sync'] : [], log);
  return place;
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

async function storedPassword(folder: string, account: Account): Promise<string> {
  const file = passwordFile(folder);
  try {
    await writeFile(file, randomBytes(24).toString('hex'), { flag: 'wx', mode: 0o600 });
    if (account) await chown(file, account.uid, account.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return (await readFile(file, 'utf8')).trim();
}

/** Created next to its final path and renamed, so an interrupted start leaves no partial database. */
async function initialise(
  { folder, cluster, account, binaries }: Place,
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

/** A running server may be recovering or shutting down; waits until it accepts connections or is gone. */
async function settledPostmaster(cluster: string): Promise<Postmaster | undefined> {
  for (const deadline = Date.now() + START_SECONDS * 1000; ; await pause(50)) {
    const found = await livePostmaster(cluster);
    if (!found || found.ready) return found;
    if (Date.now() > deadline) {
      throw new Error(`PostgreSQL (process ${found.pid}) uses ${cluster} but does not become ready.`);
    }
  }
}

/** PostgreSQL's message while processes of a killed server still hold its shared memory. */
const STILL_IN_USE = /pre-existing shared memory block .* is still in use/;
const PORT_TAKEN = /could not create any TCP\/IP sockets/;

/**
 * Starts the server, retrying while processes of a killed one exit. They notice the missing postmaster themselves,
 * which takes longer on a busy machine or slow disk.
 */
async function startWhenFree(place: Place, options: EmbeddedPostgresOptions): Promise<ChildProcess> {
  const timeoutSeconds = options.leavingSeconds ?? LEAVING_SECONDS;
  const deadline = Date.now() + timeoutSeconds * 1000;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnFreePort(place, options);
    } catch (error) {
      if (!STILL_IN_USE.test(String(error))) throw error;
      const pids = await processesOn(place.cluster);
      const which = pids.length === 0 ? '' : ` (${pids.join(', ')})`;
      if (Date.now() > deadline)
        throw new Error(
          `Processes of a PostgreSQL that was killed${which} still use ${place.cluster} after ${timeoutSeconds} s. End them, then start again.`,
        );
      if (attempt === 1)
        options.log?.(
          `Waiting for processes of a PostgreSQL that was killed${which} to leave, ${timeoutSeconds} s at most.`,
        );
      await pause(250);
    }
  }
}

/** Another program can take a free port before the server does. */
async function startOnFreePort(
  place: Place,
  options: EmbeddedPostgresOptions,
  attempts = 3,
): Promise<ChildProcess> {
  try {
    return await startServer(place, options);
  } catch (error) {
    if (attempts === 1 || !PORT_TAKEN.test(String(error))) throw error;
    return startOnFreePort(place, options, attempts - 1);
  }
}

async function startServer(place: Place, options: EmbeddedPostgresOptions): Promise<ChildProcess> {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(await freePort()),
    track_commit_timestamp: 'on',
    // The details of an error name the values of its row.
    log_error_verbosity: 'terse',
    ...(options.durable === false ? NOT_DURABLE : {}),
    ...options.settings,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  await clearDeadPostmaster(place.cluster);
  const output = await open(logFile(place.folder), 'w', 0o600);
  if (place.account) await output.chown(place.account.uid, place.account.gid);
  // In its own process group, so Ctrl-C reaches this process first and running requests can finish.
  const child = spawn(place.binaries.postgres, ['-D', place.cluster, ...args], {
    ...spawnOptions(place.account),
    detached: true,
    stdio: ['ignore', output.fd, output.fd],
  });
  await Promise.race([once(child, 'spawn'), once(child, 'error').then(([error]) => Promise.reject(error))]);
  await output.close();
  const abandon = () => child.kill('SIGINT');
  process.on('exit', abandon);
  for (const deadline = Date.now() + START_SECONDS * 1000; Date.now() < deadline; await pause(20)) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    const found = await livePostmaster(place.cluster);
    if (found?.ready && found.pid === child.pid) {
      process.off('exit', abandon);
      return child;
    }
  }
  process.off('exit', abandon);
  child.kill('SIGQUIT');
  throw new Error(`PostgreSQL did not start. ${await lastLogLines(place.folder)}`);
}

/**
 * Holds an advisory lock while this process lives, so a second start on the same data is refused
 * instead of sharing, and later stopping, a server the first still needs.
 */
async function lockOwnership(url: string, cluster: string): Promise<Sql> {
  const sql = openClient(url, { max: 1, name: 'exam-platform-supervisor' });
  try {
    for (let attempt = 0; attempt < 20; attempt++) {
      const [row] = await sql`select pg_try_advisory_lock(hashtext('exam-platform supervisor'), 0) as held`;
      if (row?.held) return sql;
      await pause(100);
    }
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw error;
  }
  await sql.end({ timeout: 1 });
  throw new Error(
    `Another running copy of this program uses the database in ${cluster}. Stop that one first.`,
  );
}

async function stopServer(
  place: Place,
  postmaster: Postmaster,
  child: ChildProcess | undefined,
): Promise<void> {
  const exited =
    child && child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
  if ((await livePostmaster(place.cluster))?.pid === postmaster.pid) {
    const fast = ['stop', '-D', place.cluster, '-m', 'fast', '-w', '-t', '60'];
    await run(place.binaries.pgCtl, fast, spawnOptions(place.account)).catch(async (error) => {
      if (await livePostmaster(place.cluster)) throw error;
    });
  }
  await exited;
}

/** Last resort when this process ends without calling `stop`: a fast shutdown without waiting. */
function terminate(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    // Already exited.
  }
}

async function lastLogLines(folder: string): Promise<string> {
  const text = await readFile(logFile(folder), 'utf8').catch(() => '');
  return `Its last words: ${text.trim().split('\n').slice(-8).join('\n') || '(none)'}`;
}

const passwordFile = (folder: string) => join(folder, 'password');
const logFile = (folder: string) => join(folder, 'postgres.log');
const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
