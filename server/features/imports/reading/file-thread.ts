import { Refusal, refuse } from '#domain/errors.ts';
import { FileRefusal, finding } from '#domain/imports/findings.ts';
import { inSequencePerKey, runConcurrently } from '#server/concurrency.ts';
import { startThread } from '#server/worker-thread.ts';
import type { FileReply, FileRequest } from './file-work.ts';

/** A thread that reads or writes one file. */
export type FileThread = {
  /** Sends a request and waits for the response; refuses a file that is too expensive and ends its thread. */
  ask<K extends FileReply['kind']>(
    request: FileRequest,
    ...kinds: readonly K[]
  ): Promise<Extract<FileReply, { kind: K }>>;
};

export type FileLimits = { readonly seconds: number; readonly heapMegabytes: number };

/** Enough for the largest accepted file; stops a hostile one. */
const ordinary: FileLimits = { seconds: 30, heapMegabytes: 768 };

/** Two files run at a time, so a slow one does not block everyone. The queue is short, since each file is in memory. */
const maxWaiting = 4;
const inReaders = runConcurrently(2);
/** A person has one place in the queue; their other files wait for it. */
const ofPerson = inSequencePerKey();
let current = 0;

function openThread({ seconds, heapMegabytes }: FileLimits, stopping: AbortSignal | undefined) {
  const worker = startThread('file-worker', new URL('./file-worker.ts', import.meta.url), {
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
  });
  let settle: { resolve(reply: FileReply): void; reject(error: unknown): void } | undefined;
  let exitError: unknown;
  const fail = (error: unknown) => {
    exitError ??= error;
    settle?.reject(exitError);
  };
  const end = (error: unknown) => {
    fail(error);
    return worker.terminate();
  };
  const tooHeavy = () => new FileRefusal(finding('import.tooHeavy'));
  worker.on('message', (reply: FileReply) => settle?.resolve(reply));
  worker.on('error', (error: NodeJS.ErrnoException) =>
    fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' || error instanceof RangeError ? tooHeavy() : error),
  );
  worker.on('exit', () => fail(new Error('the thread of a file ended')));
  const stop = () => void end(new Refusal('server.unavailable', {}));
  if (stopping?.aborted) stop();
  else stopping?.addEventListener('abort', stop);

  const ask = async (request: FileRequest): Promise<FileReply> => {
    const timer = setTimeout(() => void end(tooHeavy()), seconds * 1000);
    try {
      return await new Promise<FileReply>((resolve, reject) => {
        settle = { resolve, reject };
        if (exitError !== undefined) reject(exitError);
        else worker.postMessage(request);
      });
    } finally {
      clearTimeout(timer);
      settle = undefined;
    }
  };
  const close = () => {
    stopping?.removeEventListener('abort', stop);
    return worker.terminate();
  };
  return { ask, close };
}

type Options = {
  readonly limits?: FileLimits | undefined;
  /** Ends the thread, so that a process which stops does not wait for a file. */
  readonly stopping?: AbortSignal;
};

/** Processes one file of a person in its own thread when its turn comes; refuses when the queue is full. */
export const withFileThread = <T>(
  person: number,
  work: (thread: FileThread) => Promise<T>,
  options: Options = {},
): Promise<T> => ofPerson(person, () => inQueue(work, options));

async function inQueue<T>(
  work: (thread: FileThread) => Promise<T>,
  { limits = ordinary, stopping }: Options,
): Promise<T> {
  if (current > maxWaiting) refuse('import.busy');
  current += 1;
  try {
    return await inReaders(async () => {
      const thread = openThread(limits, stopping);
      try {
        return await work({
          ask: async <K extends FileReply['kind']>(request: FileRequest, ...kinds: readonly K[]) => {
            const reply = await thread.ask(request);
            const isExpected = (given: FileReply): given is Extract<FileReply, { kind: K }> =>
              kinds.some((kind) => kind === given.kind);
            if (!isExpected(reply)) throw new Error(`a thread answered ${reply.kind} to ${request.kind}`);
            return reply;
          },
        });
      } finally {
        await thread.close();
      }
    });
  } finally {
    current -= 1;
  }
}
