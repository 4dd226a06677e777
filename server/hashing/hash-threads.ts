import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { startThread } from '#server/worker-thread.ts';
import type { HashRequest, HashResponse } from './hash-worker.ts';

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
type Thread = { readonly worker: Worker; job: Job | undefined };

/** One thread per core, shared by the server processes of this machine, at low priority. */
export const defaultThreads = (processes: number): number =>
  Math.max(1, Math.floor(availableParallelism() / processes));

/** Milliseconds without a free thread until it is a rush, and milliseconds of pause that end it. */
const rush = { after: 1000, pause: 250 };

/** Own threads for passwords, so that hashing does not occupy libuv's pool for files and DNS. */
export function openHashThreads(size: number): HashThreads {
  const threads = new Set<Thread>();
  const waiting: Job[] = [];
  let closed = false;
  let fullSince = 0;
  let fullUntil: number | undefined = 0;

  const note = () => {
    const working = [...threads].filter(({ job }) => job !== undefined).length;
    const now = performance.now();
    if (working < size) fullUntil ??= now;
    else if (fullUntil !== undefined) {
      if (now - fullUntil > rush.pause) fullSince = now;
      fullUntil = undefined;
    }
  };
  const give = (thread: Thread) => {
    thread.job = waiting.shift();
    if (thread.job) thread.worker.postMessage(thread.job.request);
    note();
  };
  const open = (): Thread => {
    const worker = startThread('hash-worker', new URL('./hash-worker.ts', import.meta.url), {
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 8 },
    });
    const thread: Thread = { worker, job: undefined };
    threads.add(thread);
    const onExit = (error: Error) => {
      if (!threads.delete(thread)) return;
      thread.job?.reject(error);
      if (!closed) work();
    };
    worker.on('message', (response: HashResponse) => {
      const { job } = thread;
      if ('error' in response) job?.reject(new Error(response.error));
      else job?.resolve(response.result);
      give(thread);
    });
    worker.on('error', onExit);
    worker.on('exit', () => onExit(new Error('a thread that hashes passwords ended')));
    worker.unref();
    return thread;
  };
  const work = () => {
    if (waiting.length === 0) return;
    const idle = [...threads].find(({ job }) => job === undefined);
    if (idle) give(idle);
    else if (threads.size < size) give(open());
  };
  const ask = (request: HashRequest) =>
    new Promise<string | boolean>((resolve, reject) => {
      waiting.push({ request, resolve, reject });
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
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
}
