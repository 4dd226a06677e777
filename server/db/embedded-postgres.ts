import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openClient, type Sql } from './client.ts';
import {
  type EmbeddedCluster,
  type EmbeddedPostgresOptions,
  folderFor,
  passwordFile,
  prepareCluster,
} from './embedded-data.ts';
import { isAlive, livePostmaster, type Postmaster } from './embedded-postmaster.ts';
import {
  lastLogLines,
  logFile,
  settledPostmaster,
  startWhenFree,
  stopServer,
  terminate,
} from './embedded-process.ts';

export type EmbeddedPostgres = {
  readonly url: string;
  /** Whether the server was left running by a process that died. */
  readonly adopted: boolean;
  /** The actual data folder, which differs when root's helper account cannot enter the requested one. */
  readonly dataDir: string;
  readonly stop: () => Promise<void>;
};

/** Starts the PostgreSQL server that comes with npm, or adopts the one a killed process left on the same data. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {});
  const embedded = await prepareCluster(options, log);
  let server = await ownServer(embedded, options);
  const { url } = server;
  const adopted = server.child === undefined;
  if (adopted) log(`Adopted the PostgreSQL that was still running (process ${server.postmaster.pid}).`);
  const askToStop = () => terminate(server.postmaster.pid);
  process.on('exit', askToStop);

  const stopping = new AbortController();
  async function supervise(): Promise<void> {
    for (;;) {
      const how = await ended(server, stopping.signal);
      if (how === undefined) return;
      log(`PostgreSQL ended by itself (${how}); see ${logFile(embedded.folder)}.`);
      if (!options.keepRunning) return;
      await server.guard.end({ timeout: 1 });
      const restartOn = server.postmaster.port;
      const again = await startedAgain(embedded, { ...options, restartOn }, stopping.signal);
      if (!again) return;
      server = again;
      log('PostgreSQL runs again.');
    }
  }
  const supervised = supervise();

  let stopped: Promise<void> | undefined;
  const stop = async () => {
    stopping.abort();
    await supervised;
    await server.guard.end({ timeout: 1 });
    await stopServer(embedded, server.postmaster, server.child);
    process.off('exit', askToStop);
  };
  return {
    url,
    adopted,
    dataDir: embedded.folder,
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

const watchMilliseconds = 1000;

/** Resolves with how the server ended; undefined once it is stopped. */
async function ended({ child, postmaster }: OwnServer, stopped: AbortSignal): Promise<string | undefined> {
  if (!child) {
    while (!stopped.aborted && isAlive(postmaster.pid)) await waiting(watchMilliseconds, stopped);
    return stopped.aborted ? undefined : 'gone';
  }
  if (child.exitCode === null && child.signalCode === null)
    await once(child, 'exit', { signal: stopped }).catch(() => undefined);
  return stopped.aborted ? undefined : (child.signalCode ?? `exit code ${child.exitCode}`);
}

const maxPauseMilliseconds = 15_000;

/** Starts an ended server until that succeeds, for example once its disk has room; undefined once it is stopped. */
async function startedAgain(
  embedded: EmbeddedCluster,
  options: EmbeddedPostgresOptions,
  stopped: AbortSignal,
): Promise<OwnServer | undefined> {
  for (let wait = 250; !stopped.aborted; wait = Math.min(2 * wait, maxPauseMilliseconds)) {
    await waiting(wait, stopped);
    if (stopped.aborted) break;
    try {
      return await ownServer(embedded, options);
    } catch {
      // Its log says why.
    }
  }
  return undefined;
}

/** Waits without keeping the process alive, until the signal at most. */
const waiting = (milliseconds: number, signal: AbortSignal): Promise<unknown> =>
  pause(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);

type OwnServer = {
  readonly url: string;
  readonly postmaster: Postmaster;
  readonly child: ChildProcess | undefined;
  readonly guard: Sql;
};

/** A server owned by this process alone: the running one, else a new one. */
async function ownServer(embedded: EmbeddedCluster, options: EmbeddedPostgresOptions): Promise<OwnServer> {
  const orphan = await settledPostmaster(embedded, options.log);
  const child = orphan ? undefined : await startWhenFree(embedded, options);
  const postmaster = orphan ?? (await livePostmaster(embedded.cluster));
  if (!postmaster) throw new Error(`PostgreSQL stopped at once. ${await lastLogLines(embedded.folder)}`);
  const url = addressOf(postmaster, embedded.password);
  try {
    return { url, postmaster, child, guard: await lockOwnership(url, embedded.cluster) };
  } catch (error) {
    if (child) await stopServer(embedded, postmaster, child);
    // A running server may be shutting down; then a new one can start on its data.
    else if ((await settledPostmaster(embedded, options.log))?.pid !== postmaster.pid)
      return ownServer(embedded, options);
    throw error;
  }
}

const addressOf = ({ port }: Postmaster, password: string) =>
  `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;

/** The address of a database that another of our processes runs on this folder, if any. */
export async function runningEmbeddedUrl(dataDir: string): Promise<string | undefined> {
  const { folder } = await folderFor(resolve(dataDir));
  const postmaster = await livePostmaster(join(folder, 'cluster'));
  if (!postmaster?.ready) return undefined;
  return addressOf(postmaster, (await readFile(passwordFile(folder), 'utf8')).trim());
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
