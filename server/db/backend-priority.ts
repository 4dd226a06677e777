import { readFile, writeFile } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

/** The process of the database behind a connection, and the port the connection comes from. */
export type Backend = { readonly pid: number; readonly clientPort: number | undefined };

export type BackendPriority = {
  /** Lets the process behind a connection yield to others on this machine; never fails. */
  lower(backend: Backend): Promise<void>;
  /** Logs once that priorities cannot be lowered. */
  reportTo(log: FastifyBaseLogger): void;
};

/** The default increase of a backend's niceness; the process settings override it. */
const defaultSteps = 12;
const lowestPriority = 19;
/** Linux lets accounts other than root change the niceness of a group ten times a second. */
const attempts = 20;
const pauseMilliseconds = 120;

/**
 * Lowers the priority of backends that run lists and exports. Each backend leads a session, and Linux shares
 * the processors between sessions (autogroups) before it shares them between processes. One export then
 * weighs as much as all processes of the server together, so its group is made nicer too. Works when the
 * database runs on this machine under an account we may signal, as the embedded one does.
 */
export function backendPriority(steps = defaultSteps): BackendPriority {
  let log: FastifyBaseLogger | undefined;
  let isReported = false;
  return {
    lower: async (backend) => {
      if (steps === 0) return;
      const reason = await reasonNotLowered(backend, steps);
      if (reason === undefined || isReported || !log) return;
      isReported = true;
      log.info({ reason }, 'lists and exports run at the usual priority of the database');
    },
    reportTo: (target) => {
      log = target;
    },
  };
}

async function reasonNotLowered({ pid, clientPort }: Backend, steps: number): Promise<string | undefined> {
  try {
    if (!(await isOurBackend(pid, clientPort))) return 'elsewhere';
    setPriority(pid, Math.min(lowestPriority, getPriority(pid) + steps));
    for (let attempt = 1; !(await lowersGroup(pid, steps)) && attempt < attempts; attempt += 1) {
      await pause(pauseMilliseconds, undefined, { ref: false });
      if (!(await isOurBackend(pid, clientPort))) return undefined;
    }
    return undefined;
  } catch (error) {
    return codeOf(error) ?? 'unknown';
  }
}

/**
 * When the database runs elsewhere or in a container, the pid can belong to another process here; the title
 * of ours contains our port.
 */
async function isOurBackend(pid: number, clientPort: number | undefined): Promise<boolean> {
  if (process.platform !== 'linux' || clientPort === undefined) return false;
  const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return title.startsWith('postgres: ') && title.includes(`(${clientPort})`);
}

/** False when it must be retried. */
async function lowersGroup(pid: number, steps: number): Promise<boolean> {
  try {
    await writeFile(`/proc/${pid}/autogroup`, String(steps));
    return true;
  } catch (error) {
    // Kernels without autogroups share the processors between processes.
    if (codeOf(error) === 'ENOENT') return true;
    if (codeOf(error) === 'EAGAIN') return false;
    throw error;
  }
}

const codeOf = (error: unknown): string | undefined =>
  (error as { code?: string; info?: { code?: string } }).info?.code ?? (error as { code?: string }).code;
