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
import { livePostmaster, type Postmaster } from './embedded-postmaster.ts';
import {
  type Again,
  isRunning,
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
  // Between two servers there is none to stop, and another process may get the old number.
  let pid: number | undefined = server.postmaster.pid;
  const askToStop = () => pid !== undefined && terminate(pid);
  process.on('exit', askToStop);

  const stopping = new AbortController();
  const again = { port: server.postmaster.port, stopped: stopping.signal };
  const pauses = growingPauses(stopping.signal);
  async function supervise(): Promise<void> {
    for (;;) {
      const since = performance.now();
      const how = await ended(server, embedded.cluster, stopping.signal);
      if (how === undefined) return;
      pid = undefined;
      log(`PostgreSQL ended by itself (${how}); see ${logFile(embedded.folder)}.`);
      if (!options.keepRunning) return;
      if (performance.now() - since >= steadyMilliseconds) pauses.reset();
      await server.guard.end({ timeout: 1 });
      const next = await startedAgain(embedded, options, again, pauses);
      if (!next) return;
      server = next;
      pid = server.postmaster.pid;
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
async function ended(
  { child, postmaster }: OwnServer,
  cluster: string,
  stopped: AbortSignal,
): Promise<string | undefined> {
  if (!child) {
    while (!stopped.aborted && (await livePostmaster(cluster))?.pid === postmaster.pid)
      await waiting(watchMilliseconds, stopped);
    return stopped.aborted ? undefined : 'gone';
  }
  if (isRunning(child)) await once(child, 'exit', { signal: stopped }).catch(() => undefined);
  return stopped.aborted ? undefined : (child.signalCode ?? `exit code ${child.exitCode}`);
}

const [firstPauseMilliseconds, maxPauseMilliseconds] = [250, 15_000];
/** A server that ran this long did start; one that ended earlier may end at once again, for example on a full disk. */
const steadyMilliseconds = 60_000;

type Pauses = { readonly next: () => Promise<unknown>; readonly reset: () => void };

/** Each pause is twice as long as the one before, up to a maximum. */
function growingPauses(stopped: AbortSignal): Pauses {
  let milliseconds = firstPauseMilliseconds;
  return {
    next: () => {
      const pausing = waiting(milliseconds, stopped);
      milliseconds = Math.min(2 * milliseconds, maxPauseMilliseconds);
      return pausing;
    },
    reset: () => {
      milliseconds = firstPauseMilliseconds;
    },
  };
}

/** Starts an ended server until that succeeds, for example once its disk has room; undefined once it is stopped. */
async function startedAgain(
  embedded: EmbeddedCluster,
  options: EmbeddedPostgresOptions,
  again: Again,
  pauses: Pauses,
): Promise<OwnServer | undefined> {
  for (await pauses.next(); !again.stopped.aborted; await pauses.next()) {
    try {
      return await ownServerOnPort(embedded, options, again);
    } catch {
      // Its log says why.
    }
  }
  return undefined;
}

/** As `ownServer`, on the same port: stops a server that a command of ours left behind on a port of its own. */
async function ownServerOnPort(
  embedded: EmbeddedCluster,
  options: EmbeddedPostgresOptions,
  again: Again,
): Promise<OwnServer> {
  const server = await ownServer(embedded, options, again);
  if (server.postmaster.port === again.port) return server;
  // The lock is kept to the end, so that no other process adopts the server meanwhile.
  await stopServer(embedded, server.postmaster, server.child).finally(() => server.guard.end({ timeout: 1 }));
  return ownServerOnPort(embedded, options, again);
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
async function ownServer(
  embedded: EmbeddedCluster,
  options: EmbeddedPostgresOptions,
  again?: Again,
): Promise<OwnServer> {
  const orphan = await settledPostmaster(embedded, options.log, again?.stopped);
  const child = orphan ? undefined : await startWhenFree(embedded, options, again);
  const postmaster = orphan ?? (await livePostmaster(embedded.cluster));
  if (!postmaster) throw new Error(`PostgreSQL stopped at once. ${await lastLogLines(embedded.folder)}`);
  const url = addressOf(postmaster, embedded.password);
  try {
    return { url, postmaster, child, guard: await lockOwnership(url, embedded.cluster) };
  } catch (error) {
    if (child) await stopServer(embedded, postmaster, child);
    // A running server may be shutting down; then a new one can start on its data.
    else if ((await settledPostmaster(embedded, options.log, again?.stopped))?.pid !== postmaster.pid)
      return ownServer(embedded, options, again);
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
