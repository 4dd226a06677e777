/** How long a chunk may take to load before the retry page is shown (NAV-1). */
export const chunkTimeoutMilliseconds = 120_000;

/** A chunk did not load: the connection is gone or slow, or a new version replaced it. */
export class ChunkError extends Error {
  /** Loads the chunk again. */
  readonly retry: () => void;

  constructor(cause: unknown, retry: () => void) {
    super('A part of the program could not be loaded', { cause });
    this.name = 'ChunkError';
    this.retry = retry;
  }
}

export type Chunk<M> = {
  /** Starts loading, also after a failure; returns the pending or loaded module otherwise. */
  readonly load: () => Promise<M>;
  /**
   * The same for rendering, but a failure stays: React renders again when a promise rejects, and a retry on every
   * render would never show the failure.
   */
  readonly last: () => Promise<M>;
};

/** A lazily loaded chunk; after a failure the next `load` retries. */
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
