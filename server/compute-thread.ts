import type { Worker } from 'node:worker_threads';
import { type ErrorCode, type ErrorParams, Refusal, refuse } from '#domain/errors.ts';
import { roundRobin } from './concurrency.ts';
import { startThread } from './worker-thread.ts';

export type ComputeSettings = { readonly databaseUrl: string; readonly listNiceness: number };
export type ComputeRequest = { readonly task: string; readonly input: unknown };
export type ComputeResponse =
  | { readonly status: 'done'; readonly result: unknown }
  | { readonly status: 'refused'; readonly code: ErrorCode; readonly params: ErrorParams }
  /** The code of a database or network error decides the response, as on the main thread. */
  | { readonly status: 'failed'; readonly message: string; readonly code: string | undefined };

/**
 * A thread for calculations over thousands of exams, with a database connection of its own: on the main thread they would
 * delay saves. One task runs at a time, and people take turns.
 */
export type ComputeThread = {
  run(userId: number, request: ComputeRequest): Promise<unknown>;
  close(): Promise<void>;
};

const maxWaiting = 20;
/** An unused thread ends and releases its memory and its connection. */
const idleMilliseconds = 60_000;
/** Enough for a cohort of 20,000 exams. A large young generation keeps the collector from copying it again and again. */
const memory = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 256 };

function resultOf(response: ComputeResponse): unknown {
  if (response.status === 'done') return response.result;
  if (response.status === 'refused') throw new Refusal(response.code, response.params);
  throw Object.assign(new Error(response.message), { code: response.code });
}

export function openComputeThread(settings: ComputeSettings): ComputeThread {
  const inTurn = roundRobin();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let waiting = 0;

  const end = async () => {
    clearTimeout(idle);
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  };
  const start = (): Worker => {
    const started = startThread('compute-worker', new URL('./compute-worker.ts', import.meta.url), {
      execArgv: [],
      env: {},
      workerData: settings,
      resourceLimits: memory,
    });
    started.unref();
    started.on('error', () => undefined);
    started.on('exit', () => {
      if (worker === started) worker = undefined;
    });
    return started;
  };
  const ask = (request: ComputeRequest) =>
    new Promise<ComputeResponse>((resolve, reject) => {
      worker ??= start();
      const current = worker;
      const leave = () => {
        current.off('message', done);
        current.off('error', fail);
        current.off('exit', over);
      };
      const done = (response: ComputeResponse) => {
        leave();
        resolve(response);
      };
      const fail = (error: unknown) => {
        leave();
        reject(error as Error);
      };
      const over = () => fail(new Error('the compute thread ended'));
      current.on('message', done);
      current.on('error', fail);
      current.on('exit', over);
      current.postMessage(request);
    });

  return {
    run: async (userId, request) => {
      if (waiting >= maxWaiting) refuse('request.tooMany', { seconds: 10 });
      waiting += 1;
      clearTimeout(idle);
      try {
        return resultOf(await inTurn(String(userId), () => ask(request)));
      } finally {
        waiting -= 1;
        if (waiting === 0) idle = setTimeout(() => void end(), idleMilliseconds).unref();
      }
    },
    close: end,
  };
}
