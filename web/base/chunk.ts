/** How long a part of the program may take to arrive before the retry page is shown (spec section 9). */
export const chunkTimeoutMilliseconds = 120_000;

/** A part of the program did not arrive: the connection is gone or slow, or a new version replaced it. */
export class ChunkError extends Error {
  /** Asks for the part again. */
  readonly retry: () => void;

  constructor(cause: unknown, retry: () => void) {
    super('A part of the program could not be loaded', { cause });
    this.name = 'ChunkError';
    this.retry = retry;
  }
}

export type Chunk<M> = {
  /** Starts loading, also after a failure, or gives what is loading or loaded already. */
  readonly load: () => Promise<M>;
  /**
   * The same for drawing, but a failure stays: React draws again when a promise is rejected, and asking again with each
   * drawing would never show the failure.
   */
  readonly last: () => Promise<M>;
};

/** A part of the program that is fetched when it is first needed; after a failure the next `load` tries again. */
export function chunk<M>(fetchModule: () => Promise<M>, timeout = chunkTimeoutMilliseconds): Chunk<M> {
  let last: Promise<M> | undefined;
  let hasFailed = false;
  const load = (): Promise<M> => {
    if (last && !hasFailed) return last;
    hasFailed = false;
    last = withTimeout(fetchModule(), timeout).catch((cause: unknown) => {
      hasFailed = true;
      throw new ChunkError(cause, () => void load().catch(() => undefined));
    });
    return last;
  };
  return { load, last: () => last ?? load() };
}

function withTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Nothing arrived in ${milliseconds} ms`)), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
