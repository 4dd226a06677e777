import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { open, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { spawnOptions } from './embedded-binaries.ts';
import type { EmbeddedCluster, EmbeddedPostgresOptions } from './embedded-data.ts';
import { clearDeadPostmaster, livePostmaster, type Postmaster, processesOn } from './embedded-postmaster.ts';
import { freePort } from './free-port.ts';

const run = promisify(execFile);

const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
const START_SECONDS = 15 * 60;
const SLOW_SECONDS = 10;
const LEAVING_SECONDS = 60;
/** PostgreSQL kills its own processes 5 s after an immediate stop. */
const QUIT_SECONDS = 10;
const LOG_TAIL_BYTES = 16_384;

/** How a server that ended by itself is started again: its address stays, and its log is continued. */
export type Again = {
  readonly port: number;
  /** Aborts when the server is no longer wanted; every wait for it then rejects. */
  readonly stopped: AbortSignal;
};

/** After so many seconds a wait is announced, or given up. */
type Patience = { readonly slow: number; readonly most: number };
const patience: Patience = { slow: SLOW_SECONDS, most: START_SECONDS };

/** Whether to keep waiting. A recovering server has no limit: a restart would begin recovery again. */
function waitFor(folder: string, log: EmbeddedPostgresOptions['log'], { slow, most }: Patience = patience) {
  const since = Date.now();
  let isAnnounced = false;
  return (found: Postmaster | undefined): boolean => {
    const seconds = (Date.now() - since) / 1000;
    if (!isAnnounced && seconds >= slow) {
      isAnnounced = true;
      log?.(`PostgreSQL is not ready yet, probably after a crash; see ${logFile(folder)}.`);
    }
    return found?.starting === true || seconds < most;
  };
}

/** A running server may be recovering or shutting down; waits until it accepts connections or is gone, or rejects on abort. */
export async function settledPostmaster(
  { cluster, folder }: Pick<EmbeddedCluster, 'cluster' | 'folder'>,
  log: EmbeddedPostgresOptions['log'],
  stopped?: AbortSignal,
  given?: Patience,
): Promise<Postmaster | undefined> {
  for (const goesOn = waitFor(folder, log, given); ; await pause(50)) {
    stopped?.throwIfAborted();
    const found = await livePostmaster(cluster);
    if (!found || found.ready) return found;
    if (!goesOn(found))
      throw new Error(`PostgreSQL (process ${found.pid}) uses ${cluster} but does not become ready.`);
  }
}

/** PostgreSQL's message while processes of a killed server still hold its shared memory. */
const STILL_IN_USE = /pre-existing shared memory block .* is still in use/;
const PORT_TAKEN = /could not create any TCP\/IP sockets/;

/**
 * Starts the server, retrying while processes of a killed one exit. They notice the missing postmaster themselves,
 * which takes longer on a busy machine or slow disk.
 */
export async function startWhenFree(
  embedded: EmbeddedCluster,
  options: EmbeddedPostgresOptions,
  again?: Again,
): Promise<ChildProcess> {
  if (!again) await writeFile(logFile(embedded.folder), '', { mode: 0o600 });
  const timeoutSeconds = options.leavingSeconds ?? LEAVING_SECONDS;
  const deadline = Date.now() + timeoutSeconds * 1000;
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (again) return await startServer(embedded, options, again.port, again.stopped);
      return await startOnFreePort(embedded, options);
    } catch (error) {
      if (!STILL_IN_USE.test(String(error))) throw error;
      const pids = await processesOn(embedded.cluster);
      const which = pids.length === 0 ? '' : ` (${pids.join(', ')})`;
      if (Date.now() > deadline)
        throw new Error(
          `Processes of a PostgreSQL that was killed${which} still use ${embedded.cluster} after ${timeoutSeconds} s. End them, then start again.`,
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
  embedded: EmbeddedCluster,
  options: EmbeddedPostgresOptions,
  attempts = 3,
): Promise<ChildProcess> {
  try {
    return await startServer(embedded, options, await freePort());
  } catch (error) {
    if (attempts === 1 || !PORT_TAKEN.test(String(error))) throw error;
    return startOnFreePort(embedded, options, attempts - 1);
  }
}

async function startServer(
  embedded: EmbeddedCluster,
  options: EmbeddedPostgresOptions,
  port: number,
  stopped?: AbortSignal,
): Promise<ChildProcess> {
  stopped?.throwIfAborted();
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    track_commit_timestamp: 'on',
    // The details of an error name the values of its row.
    log_error_verbosity: 'terse',
    ...(options.durable === false ? NOT_DURABLE : {}),
    ...options.settings,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  await clearDeadPostmaster(embedded.cluster);
  const output = await open(logFile(embedded.folder), 'a', 0o600);
  const { size: earlierLog } = await output.stat();
  if (embedded.account) await output.chown(embedded.account.uid, embedded.account.gid);
  // In its own process group, so Ctrl-C reaches this process first and running requests can finish.
  const child = spawn(embedded.binaries.postgres, ['-D', embedded.cluster, ...args], {
    ...spawnOptions(embedded.account),
    detached: true,
    stdio: ['ignore', output.fd, output.fd],
  });
  await Promise.race([
    once(child, 'spawn'),
    once(child, 'error').then(([error]) => Promise.reject(error)),
  ]).finally(() => output.close());
  const abandon = () => child.kill('SIGINT');
  process.on('exit', abandon);
  for (const goesOn = waitFor(embedded.folder, options.log); ; await pause(20)) {
    if (!isRunning(child) || stopped?.aborted) break;
    const found = await livePostmaster(embedded.cluster);
    if (found?.ready && found.pid === child.pid) {
      process.off('exit', abandon);
      return child;
    }
    if (!goesOn(found)) break;
  }
  process.off('exit', abandon);
  child.kill('SIGQUIT');
  if (isRunning(child))
    await once(child, 'exit', { signal: AbortSignal.timeout(QUIT_SECONDS * 1000) }).catch(() => undefined);
  throw new Error(`PostgreSQL did not start. ${await lastLogLines(embedded.folder, earlierLog)}`);
}

export const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

export async function stopServer(
  embedded: EmbeddedCluster,
  postmaster: Postmaster,
  child: ChildProcess | undefined,
): Promise<void> {
  const exited = child && isRunning(child) ? once(child, 'exit') : undefined;
  if ((await livePostmaster(embedded.cluster))?.pid === postmaster.pid) {
    const fast = ['stop', '-D', embedded.cluster, '-m', 'fast', '-w', '-t', '60'];
    await run(embedded.binaries.pgCtl, fast, spawnOptions(embedded.account)).catch(async (error) => {
      if (await livePostmaster(embedded.cluster)) throw error;
    });
  }
  await exited;
}

/** Last resort when this process ends without calling `stop`: a fast shutdown without waiting. */
export function terminate(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    // Already exited.
  }
}

/** The last lines of the log; with a position, only those written after it. */
export async function lastLogLines(folder: string, from = 0): Promise<string> {
  const path = logFile(folder);
  const read = async () =>
    text(createReadStream(path, { start: Math.max(from, (await stat(path)).size - LOG_TAIL_BYTES) }));
  return `Its last log lines: ${(await read().catch(() => '')).trim().split('\n').slice(-8).join('\n') || '(none)'}`;
}

export const logFile = (folder: string) => join(folder, 'postgres.log');
