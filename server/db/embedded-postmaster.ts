import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** What a data folder's `postmaster.pid` says about the server that uses it. */
export type Postmaster = { readonly pid: number; readonly port: number; readonly ready: boolean };

/** The PostgreSQL server that is alive on this data folder. */
export async function livePostmaster(cluster: string): Promise<Postmaster | undefined> {
  const written = await postmasterFile(cluster);
  return written && (await isPostgres(written.pid)) ? written : undefined;
}

/** Takes away what a dead server left, which PostgreSQL keeps in doubt when another program has got its number since. */
export async function clearDeadPostmaster(cluster: string): Promise<void> {
  const written = await postmasterFile(cluster);
  if (written && !(await isPostgres(written.pid))) await rm(join(cluster, 'postmaster.pid'), { force: true });
}

/** What the file says, unless its writer is not that far yet. */
async function postmasterFile(cluster: string): Promise<Postmaster | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port, , , , status] = text.split('\n').map((line) => line.trim());
  return Number(pid) > 0 ? { pid: Number(pid), port: Number(port), ready: status === 'ready' } : undefined;
}

/** A process id may have gone to another program since, or belong to a dead process nobody has collected. */
async function isPostgres(pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return /^Name:\s*postgres$/m.test(status) && !/^State:\s*Z/m.test(status);
}

/** Whether a process with this id exists, be it ours or another account's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The processes that work in this data folder, as far as this machine and account can tell. */
export async function processesOn(cluster: string): Promise<number[]> {
  const names = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    names.map(async (name) =>
      (await readlink(`/proc/${name}/cwd`).catch(() => '')) === cluster ? Number(name) : 0,
    ),
  );
  return found.filter((pid) => pid > 0).sort((a, b) => a - b);
}
