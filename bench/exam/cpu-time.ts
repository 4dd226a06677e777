import { readdir, readFile } from 'node:fs/promises';

/** CPU seconds of a process and of its ended children. Linux only. */
async function timesOf(pid: number): Promise<{ own: number; children: number; parent: number }> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent = 0, user = 0, system = 0, childUser = 0, childSystem = 0] = [1, 11, 12, 13, 14].map(
    (index) => fields[index] ?? 0,
  );
  return { parent, own: (user + system) / 100, children: (childUser + childSystem) / 100 };
}

/** The CPU time of a single process. */
export const ownTime = async (pid: number): Promise<number> => (await timesOf(pid)).own;

/** The CPU time of a PostgreSQL server: the postmaster, its ended children and its running ones. */
export async function clusterTime(postmaster: number): Promise<number> {
  const first = await timesOf(postmaster);
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const living = await Promise.all(
    all.map((pid) => timesOf(pid).catch(() => ({ own: 0, children: 0, parent: 0 }))),
  );
  const children = living
    .filter(({ parent }) => parent === postmaster)
    .reduce((sum, { own }) => sum + own, 0);
  return first.own + first.children + children;
}

/** The current memory of a process in MiB. */
export async function residentMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
