/** Runs tasks one after another, in order of arrival; a failed one does not block the next. */
export function inSequence(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine;
    return mine;
  };
}

/** Runs the tasks of each key one after another, in order of arrival; those of different keys at the same time. */
export function inSequencePerKey(): <T>(key: number, work: () => Promise<T>) => Promise<T> {
  const last = new Map<number, Promise<unknown>>();
  return (key, work) => {
    const result = (last.get(key) ?? Promise.resolve()).then(work);
    const done = result.then(
      () => undefined,
      () => undefined,
    );
    last.set(key, done);
    void done.then(() => {
      if (last.get(key) === done) last.delete(key);
    });
    return result;
  };
}

/** Runs up to `count` tasks at once; the others wait in order for the first that ends. */
export function runConcurrently(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = count;
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((start) => waiting.push(start));
    try {
      return await work();
    } finally {
      // The place goes to the next task without becoming free in between.
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

export type RoundRobin = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Too many tasks wait, of this key or in all. */
export class LineFull extends Error {}

/** The maximum numbers of waiting tasks. */
type LineLimits = { readonly perKey: number; readonly total: number };

type WaitingTask = { readonly run: () => Promise<void>; readonly reject: (error: unknown) => void };

/**
 * Runs one task at a time, with keys taking turns, so that many tasks of one key do not delay the others.
 * Tasks of one key run in order. A task beyond the limit of its key is rejected with `LineFull`. Beyond the total, the newest
 * task of the key with the most tasks is rejected.
 */
export function roundRobin(limits?: LineLimits): RoundRobin {
  const lines = new Map<string, WaitingTask[]>();
  let waiting = 0;
  let isBusy = false;

  /** Rejects the newest task of the longest line if that is longer than this one would be. */
  const makeRoom = (line: readonly WaitingTask[]): boolean => {
    let longest: WaitingTask[] = [];
    for (const other of lines.values()) if (other.length > longest.length) longest = other;
    if (longest.length <= line.length + 1) return false;
    longest.pop()?.reject(new LineFull());
    waiting -= 1;
    return true;
  };

  const serve = async (): Promise<void> => {
    isBusy = true;
    for (let [first] = lines; first; [first] = lines) {
      const [key, line] = first;
      const task = line.shift();
      waiting -= 1;
      // Its next task comes after one of each other key.
      lines.delete(key);
      if (line.length > 0) lines.set(key, line);
      await task?.run();
    }
    isBusy = false;
  };

  return (key, work) =>
    new Promise((resolve, reject) => {
      const line = lines.get(key) ?? [];
      if (limits && (line.length >= limits.perKey || (waiting >= limits.total && !makeRoom(line))))
        return reject(new LineFull());
      waiting += 1;
      line.push({ run: () => work().then(resolve, reject), reject });
      lines.set(key, line);
      if (!isBusy) void serve();
    });
}
