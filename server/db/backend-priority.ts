import { readFile } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import { lowerGroup, lowestPriority } from '#server/process-priority.ts';

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
    await lowerGroup(pid, steps, () => isOurBackend(pid, clientPort));
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

const codeOf = (error: unknown): string | undefined =>
  (error as { code?: string; info?: { code?: string } }).info?.code ?? (error as { code?: string }).code;
