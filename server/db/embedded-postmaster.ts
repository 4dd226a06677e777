import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The content of a data folder's `postmaster.pid`. */
export type Postmaster = {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
  /** It starts, which takes long after a crash: it first repeats what it had not written. */
  readonly starting: boolean;
};

/** The PostgreSQL server that is alive on this data folder. */
export async function livePostmaster(cluster: string): Promise<Postmaster | undefined> {
  const written = await postmasterFile(cluster);
  return written && (await isPostgres(written.pid)) ? written : undefined;
}

/** Removes a dead server's pid file, which PostgreSQL trusts when another program has reused the pid. */
export async function clearDeadPostmaster(cluster: string): Promise<void> {
  const written = await postmasterFile(cluster);
  if (written && !(await isPostgres(written.pid))) await rm(join(cluster, 'postmaster.pid'), { force: true });
}

/** The file's content; undefined while it is incomplete. */
async function postmasterFile(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port, , , , status] = text.split('\n').map((line) => line.trim());
  if (!(Number(pid) > 0)) return undefined;
  return { pid: Number(pid), port: Number(port), ready: status === 'ready', starting: status === 'starting' };
}

/** The pid may now belong to another program, or to a zombie. */
async function isPostgres(pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return /^Name:\s*postgres$/m.test(status) && !/^State:\s*Z/m.test(status);
}

/** Whether a process with this pid exists, under any account. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The processes working in this data folder, as far as this account can see. */
export async function processesOn(cluster: string): Promise<number[]> {
  const names = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    names.map(async (name) =>
      (await readlink(`/proc/${name}/cwd`).catch(() => '')) === cluster ? Number(name) : 0,
    ),
  );
  return found.filter((pid) => pid > 0).sort((a, b) => a - b);
}
