import { readdir, readFile } from 'node:fs/promises';

/** Seconds of processor time: of a process itself, and of children it has outlived. Linux only. */
async function timesOf(pid: number): Promise<{ own: number; children: number; parent: number }> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent = 0, user = 0, system = 0, childUser = 0, childSystem = 0] = [1, 11, 12, 13, 14].map(
    (place) => fields[place] ?? 0,
  );
  return { parent, own: (user + system) / 100, children: (childUser + childSystem) / 100 };
}

/** The processor time of a process alone. */
export const ownTime = async (pid: number): Promise<number> => (await timesOf(pid)).own;

/** The processor time of a PostgreSQL server: the first process, what it outlived, and those that live. */
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

/** The memory a process holds now, in MiB. */
export async function residentMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
