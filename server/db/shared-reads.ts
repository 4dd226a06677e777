/**
 * Reads that are the same for everybody, when a crowd asks for them at once. Callers who ask while a read runs share the
 * next one: one query at a time answers them all, and never with a state older than their request.
 */
export class SharedReads {
  readonly #running = new Map<string, Promise<unknown>>();
  readonly #next = new Map<string, Promise<unknown>>();

  read<T>(key: string, query: () => Promise<T>): Promise<T> {
    const running = this.#running.get(key);
    if (!running) return this.#start(key, query);
    const known = this.#next.get(key) as Promise<T> | undefined;
    if (known) return known;
    const next = running.then(
      () => this.#startNext(key, query),
      () => this.#startNext(key, query),
    );
    this.#next.set(key, next);
    return next;
  }

  #startNext<T>(key: string, query: () => Promise<T>): Promise<T> {
    this.#next.delete(key);
    return this.#start(key, query);
  }

  #start<T>(key: string, query: () => Promise<T>): Promise<T> {
    const reading = query();
    this.#running.set(key, reading);
    const end = () => {
      if (this.#running.get(key) === reading) this.#running.delete(key);
    };
    reading.then(end, end);
    return reading;
  }
}
