import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { startProcess } from '#server/child-process.ts';
import { lowerProcess } from '#server/process-priority.ts';
import type { HashRequest, HashResponse, HashWork } from './hash-process.ts';

export type HashThreads = {
  /** How many passwords are hashed at a time. */
  readonly size: number;
  hash(password: string): Promise<string>;
  /** Whether a password matches a hash. */
  verify(storedHash: string, password: string): Promise<boolean>;
  /** Whether all threads have been busy for a while: many sign-ins, or guessing. */
  isRush(): boolean;
  close(): Promise<void>;
};

type Job = {
  readonly request: HashRequest;
  resolve(result: string | boolean): void;
  reject(error: Error): void;
};

/** One thread per core, shared by the server processes of this machine, at low priority. */
export const defaultThreads = (processes: number): number =>
  Math.max(1, Math.floor(availableParallelism() / processes));

/** Below saves and everything else, yet high enough that office work does not starve sign-ins. */
const niceness = 5;
const heapMegabytes = 32;

/** Milliseconds without a free thread until it is a rush, and milliseconds of pause that end it. */
const rush = { after: 1000, pause: 250 };

/**
 * Threads for passwords in a process that leads a session of its own: Linux shares the processors between sessions first,
 * and threads that hash all the time would take the share of the saves of this process.
 */
export function openHashThreads(size: number): HashThreads {
  const running = new Map<number, Job>();
  const waiting: Job[] = [];
  let child: ChildProcess | undefined;
  let lastId = 0;
  let closed = false;
  let fullSince = 0;
  let fullUntil: number | undefined = 0;

  const note = () => {
    const now = performance.now();
    if (running.size < size) fullUntil ??= now;
    else if (fullUntil !== undefined) {
      if (now - fullUntil > rush.pause) fullSince = now;
      fullUntil = undefined;
    }
  };
  const reject = (jobs: Iterable<Job>, reason: string) => {
    for (const job of jobs) job.reject(new Error(`the process that hashes passwords ${reason}`));
  };
  const open = (): ChildProcess => {
    const started = startProcess('hash-process', new URL('./hash-process.ts', import.meta.url), {
      env: { UV_THREADPOOL_SIZE: String(size) },
      heapMegabytes,
    });
    void lowerProcess(started, niceness);
    started.on('message', (response: HashResponse) => {
      const job = running.get(response.id);
      running.delete(response.id);
      if ('error' in response) job?.reject(new Error(response.error));
      else job?.resolve(response.result);
      work();
    });
    started.on('exit', (code, signal) => {
      if (child !== started) return;
      child = undefined;
      const failed = [...running.values()];
      running.clear();
      reject(failed, `ended (${signal ?? code})`);
      work();
    });
    return started;
  };
  /** Sends a check to the process, which is started when there is none; a check that cannot be sent fails alone. */
  const send = (job: Job) => {
    try {
      child ??= open();
      child.send(job.request, () => {});
      running.set(job.request.id, job);
    } catch (error) {
      reject([job], `could not be started: ${(error as Error).message}`);
    }
  };
  const work = () => {
    if (closed) reject(waiting.splice(0), 'has been closed');
    while (running.size < size) {
      const job = waiting.shift();
      if (!job) break;
      send(job);
    }
    // Only work in progress keeps the parent alive.
    if (running.size > 0) child?.channel?.ref();
    else child?.channel?.unref();
    note();
  };
  const ask = (request: HashWork) =>
    new Promise<string | boolean>((resolve, reject) => {
      lastId += 1;
      waiting.push({ request: { ...request, id: lastId }, resolve, reject });
      work();
    });

  return {
    size,
    hash: async (password) => String(await ask({ kind: 'hash', password })),
    verify: async (storedHash, password) => (await ask({ kind: 'verify', password, storedHash })) === true,
    isRush: () => {
      const now = performance.now();
      return now - (fullUntil ?? now) <= rush.pause && now - fullSince > rush.after;
    },
    close: async () => {
      closed = true;
      work();
      if (!child) return;
      const ended = once(child, 'exit');
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
