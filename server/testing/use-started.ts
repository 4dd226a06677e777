import { afterAll, beforeAll } from 'vitest';

/**
 * Starts a resource before the tests of the file or block and stops it after them.
 * Returns a proxy, so a file can assign it to a constant. Using it before the hook has run throws.
 */
export function useStarted<T extends object>(start: () => Promise<T>, stop: (started: T) => unknown): T {
  let started: T | undefined;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(async () => {
    if (started) await stop(started);
  });
  return new Proxy({} as T, {
    get(_, name) {
      if (!started) throw new Error(`${String(name)} is read before the tests begin`);
      const value: unknown = Reflect.get(started, name);
      // Class methods need their object. Other functions can have properties, which bind would lose.
      return typeof value === 'function' && !Object.hasOwn(started, name) ? value.bind(started) : value;
    },
    // So that it can be spread.
    ownKeys: () => Reflect.ownKeys(started ?? {}),
    getOwnPropertyDescriptor: (_, name) => {
      const found = started && Reflect.getOwnPropertyDescriptor(started, name);
      return found && { ...found, configurable: true };
    },
  });
}
