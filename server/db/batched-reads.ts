type PendingRead<K, V> = {
  readonly key: K;
  readonly resolve: (value: V | undefined) => void;
  readonly reject: (error: unknown) => void;
};

/** Keys read by one statement, so that a batch stays short. */
const maxKeys = 200;

/**
 * Reads by key, when a crowd asks at once: one statement at a time reads the keys of all who asked during the one before, and never
 * returns a state older than their request.
 */
export class BatchedReads<K extends number, V> {
  readonly #query: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>;
  #waiting: PendingRead<K, V>[] = [];
  #isReading = false;

  constructor(query: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>) {
    this.#query = query;
  }

  /** The value of a key; undefined when there is none. */
  read(key: K): Promise<V | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, resolve, reject });
      if (!this.#isReading) void this.#readAll();
    });
  }

  async #readAll(): Promise<void> {
    this.#isReading = true;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, maxKeys);
      try {
        const found = await this.#query([...new Set(batch.map(({ key }) => key))]);
        for (const { key, resolve } of batch) resolve(found.get(key));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isReading = false;
  }
}
