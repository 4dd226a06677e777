/** How long a part of the program may take to arrive before the retry page is shown (spec section 9). */
export const chunkTimeoutMilliseconds = 120_000;

/** A part of the program did not arrive: the connection is gone or slow, or a new version replaced it. */
export class ChunkError extends Error {
  constructor(cause: unknown) {
    super('A part of the program could not be loaded', { cause });
    this.name = 'ChunkError';
  }
}

export type Chunk<M> = {
  /** Starts loading, or gives what is loading or loaded already. */
  readonly load: () => Promise<M>;
};

/** A part of the program that is fetched when it is first needed; after a failure the next use tries again. */
export function chunk<M>(fetchModule: () => Promise<M>, timeout = chunkTimeoutMilliseconds): Chunk<M> {
  let loading: Promise<M> | undefined;
  return {
    load: () => {
      loading ??= withTimeout(fetchModule(), timeout).catch((cause: unknown) => {
        loading = undefined;
        throw new ChunkError(cause);
      });
      return loading;
    },
  };
}

function withTimeout<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Nothing arrived in ${milliseconds} ms`)), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
