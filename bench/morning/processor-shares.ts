import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';

/** CPU seconds by user (calculations are the threads of servers for statistics and files), and the seconds in which the machine idled or was taken by others. */
type Times = Readonly<
  Record<
    | 'load'
    | 'attackers'
    | 'servers'
    | 'calculations'
    | 'hashing'
    | 'database'
    | 'lists and exports'
    | 'idle'
    | 'taken',
    number
  >
>;

const ticksPerSecond = 100;
const pidsIn = async (folder: string) =>
  (await readdir(folder).catch(() => [])).filter((name) => /^\d+$/.test(name));

/** The parent, niceness and CPU seconds of a process or thread. */
async function statOf(folder: string) {
  const text = await readFile(`${folder}/stat`, 'utf8').catch(() => '');
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const at = (index: number) => fields[index] ?? 0;
  return { parent: at(1), nice: at(16), seconds: (at(11) + at(12)) / ticksPerSecond };
}

type Watched = {
  readonly workers: readonly number[];
  readonly postmaster: number;
  readonly attackers: number;
};

async function timesOf({ workers, postmaster, attackers }: Watched): Promise<Times> {
  const threads = (
    await Promise.all(
      workers.map(async (pid) => {
        const folder = `/proc/${pid}/task`;
        return Promise.all((await pidsIn(folder)).map((thread) => statOf(`${folder}/${thread}`)));
      }),
    )
  ).flat();
  const processes = await Promise.all((await pidsIn('/proc')).map((pid) => statOf(`/proc/${pid}`)));
  const backends = processes.filter(({ parent }) => parent === postmaster);
  const hashing = processes.filter(({ parent }) => workers.includes(parent));
  const sum = (all: readonly { readonly nice: number; readonly seconds: number }[], isNice: boolean) =>
    all.filter(({ nice }) => nice > 0 === isNice).reduce((total, { seconds }) => total + seconds, 0);
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n');
  const machine = line.split(/\s+/).slice(1).map(Number);
  const { user, system } = process.cpuUsage();
  return {
    load: (user + system) / 1e6,
    attackers: (await statOf(`/proc/${attackers}`)).seconds,
    servers: sum(threads, false),
    calculations: sum(threads, true),
    hashing: sum(hashing, true),
    database: sum(backends, false),
    'lists and exports': sum(backends, true),
    idle: ((machine[3] ?? 0) + (machine[4] ?? 0)) / ticksPerSecond,
    taken: (machine[7] ?? 0) / ticksPerSecond,
  };
}

/** Measures who uses the processors; the returned function says it as shares of all of them. Linux only. */
export async function watchShares(watched: Watched): Promise<() => Promise<string>> {
  const before = await timesOf(watched);
  const began = performance.now();
  return async () => {
    const after = await timesOf(watched);
    const all = ((performance.now() - began) / 1000) * availableParallelism();
    const shares = (Object.keys(before) as (keyof Times)[]).map(
      (name) => `${name} ${(((after[name] - before[name]) / all) * 100).toFixed(0)} %`,
    );
    return shares.join(', ');
  };
}
