import { afterAll, beforeAll } from 'vitest';

/**
 * Starts something before the tests of the file or block and stops it after them. What it returns stands for the started thing, so that a
 * file can name it in a constant; using it before its hook has run throws.
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
      // The methods of a class need their own object; other functions can carry properties, which binding would lose.
      return typeof value === 'function' && !Object.hasOwn(started, name) ? value.bind(started) : value;
    },
  });
}
