import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** What a data folder's `postmaster.pid` says about the server that uses it. */
export type Postmaster = { readonly pid: number; readonly port: number; readonly ready: boolean };

/** The PostgreSQL server that is alive on this data folder; a file left by a dead one is cleared away. */
export async function livePostmaster(cluster: string): Promise<Postmaster | undefined> {
  const file = join(cluster, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const [pid, , , port, , , , status] = text.split('\n').map((line) => line.trim());
  if (!pid || !(await isPostgres(Number(pid)))) {
    await rm(file, { force: true });
    return undefined;
  }
  return { pid: Number(pid), port: Number(port), ready: status === 'ready' };
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
