import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { projectRoot } from '#server/project-root.ts';
import { buildIfNeeded } from '#tools/build.mjs';

type Options = {
  readonly databaseUrl: string;
  /** Additional environment variables. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly heapMegabytes?: number;
  /** The limit of open files and connections. */
  readonly descriptors?: number;
};

/** The built server in a separate process, which a test can limit and monitor. */
export type ChildServer = {
  readonly port: number;
  /** Its output so far, line by line. */
  readonly lines: readonly string[];
  isRunning(): boolean;
  /** The ids of its worker processes. */
  workers(): readonly number[];
  openDescriptors(): number;
  /** Peak memory in megabytes. */
  peakMegabytes(): number;
  /** Limits how many more files it may open from now on. */
  leaveDescriptors(count: number): void;
  /** Stops it from running until the action ends. */
  whilePaused(action: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
  /** Kills it without a warning. */
  kill(): Promise<void>;
};

function start({ databaseUrl, environment = {}, heapMegabytes, descriptors }: Options): ChildProcess {
  const command = [
    process.execPath,
    ...(heapMegabytes ? [`--max-old-space-size=${heapMegabytes}`] : []),
    join(projectRoot, 'dist/server/main.js'),
  ];
  const limit = descriptors ? `ulimit -n ${descriptors};` : '';
  return spawn('bash', ['-c', `${limit} exec "$@"`, 'bash', ...command], {
    cwd: projectRoot,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: process.env.TMPDIR,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      PORT: '0',
      DEMO: '0',
      LOG_LEVEL: 'error',
      ALLOW_UNSAFE_DATABASE: '1',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

export async function childServer(options: Options): Promise<ChildServer> {
  await buildIfNeeded();
  const child = start(options);
  const lines: string[] = [];
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const port = await new Promise<number>((resolve, reject) => {
    if (!child.stdout) throw new Error('the server has no output');
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      const address = /^Ready: (\S+)/.exec(line)?.[1];
      if (address) resolve(Number(new URL(address).port));
    });
    child.once('exit', (code) => reject(new Error(`the server ended while starting (${code})`)));
  });
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (!isRunning()) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  const workers = () =>
    readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ').map(Number);
  const openDescriptors = () => readdirSync(`/proc/${child.pid}/fd`).length;
  return {
    port,
    lines,
    isRunning,
    workers,
    openDescriptors,
    peakMegabytes: () => {
      const [, kilobytes] =
        /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
      return Number(kilobytes) / 1024;
    },
    leaveDescriptors: (count) => {
      const limit = openDescriptors() + count;
      execFileSync('prlimit', ['--pid', String(child.pid), `--nofile=${limit}:${limit}`]);
    },
    whilePaused: async (action) => {
      child.kill('SIGSTOP');
      await action().finally(() => child.kill('SIGCONT'));
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}
