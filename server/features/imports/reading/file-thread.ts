import { Refusal, refuse } from '#domain/errors.ts';
import { FileRefusal, finding } from '#domain/imports/findings.ts';
import { inSequence, inSequencePerKey, runConcurrently } from '#server/concurrency.ts';
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

/** Most files are smaller and need a fraction of the heap; one that needs more is read again as a large one. */
const small = { bytes: 1024 * 1024, heapMegabytes: 192 } as const;

/** Two files run at a time, so a slow one does not block everyone. The queue is short, since each file is in memory. */
const maxWaiting = 4;
const inReaders = runConcurrently(2);
/** Only one large file at a time is read or written as a whole, since that is when its thread fills its heap. */
const largeInSequence = inSequence();
const takeLargeTurn = () =>
  new Promise<() => void>((begin) => {
    void largeInSequence(() => new Promise<void>((end) => begin(end)));
  });
const isWhole = ({ kind }: FileRequest) => ['read', 'readStudents', 'write'].includes(kind);

/** The heap of the thread did not suffice. */
class HeapExhausted extends FileRefusal {
  constructor() {
    super(finding('import.tooHeavy'));
  }
}
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
    fail(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new HeapExhausted()
        : error instanceof RangeError
          ? tooHeavy()
          : error,
    ),
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

export type FileOptions = {
  readonly limits?: FileLimits | undefined;
  /** The size of the file; it counts as large when absent. */
  readonly bytes?: number | undefined;
  /** Ends the thread, so that a process which stops does not wait for a file. */
  readonly stopping?: AbortSignal | undefined;
};

type Work<T> = (thread: FileThread) => Promise<T>;

/**
 * Processes one file of a person in its own thread when its turn comes; refuses when the queue is full. The work may run
 * twice, so one that fails must leave nothing behind.
 */
export const withFileThread = <T>(person: number, work: Work<T>, options: FileOptions = {}): Promise<T> =>
  ofPerson(person, () => inQueue(work, options));

async function inQueue<T>(work: Work<T>, options: FileOptions): Promise<T> {
  const { limits = ordinary, stopping, bytes = Number.POSITIVE_INFINITY } = options;
  const isSmall = bytes <= small.bytes && limits.heapMegabytes > small.heapMegabytes;
  const heapMegabytes = isSmall ? small.heapMegabytes : limits.heapMegabytes;
  if (current > maxWaiting) refuse('import.busy');
  current += 1;
  const endTurn = isSmall ? () => {} : await takeLargeTurn();
  try {
    return await inReaders(() => inThread(work, openThread({ ...limits, heapMegabytes }, stopping), endTurn));
  } catch (error) {
    if (!isSmall || !(error instanceof HeapExhausted)) throw error;
  } finally {
    endTurn();
    current -= 1;
  }
  return inQueue(work, { limits, stopping });
}

async function inThread<T>(
  work: Work<T>,
  thread: ReturnType<typeof openThread>,
  endTurn: () => void,
): Promise<T> {
  try {
    return await work({
      ask: async <K extends FileReply['kind']>(request: FileRequest, ...kinds: readonly K[]) => {
        const reply = await thread.ask(request);
        if (isWhole(request)) endTurn();
        const isExpected = (given: FileReply): given is Extract<FileReply, { kind: K }> =>
          kinds.some((kind) => kind === given.kind);
        if (!isExpected(reply)) throw new Error(`a thread answered ${reply.kind} to ${request.kind}`);
        return reply;
      },
    });
  } finally {
    await thread.close();
  }
}
