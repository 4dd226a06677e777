import { refuse } from '#domain/errors.ts';

/** Bytes that uploads may hold in this process together. */
export type MemoryBudget = {
  /** Waits for so many bytes, in the order of asking; answers how to give them back. */
  readonly reserve: (bytes: number) => Promise<() => void>;
};

type Waiting = { readonly bytes: number; readonly begin: () => void };

/** A whole room hands in at the same minute: uploads wait for one another, and after the patience come again later. */
export function memoryBudget(mostBytes: number, patienceMilliseconds: number): MemoryBudget {
  let free = mostBytes;
  let waiting: Waiting[] = [];

  function admit(): void {
    for (let next = waiting[0]; next && next.bytes <= free; next = waiting[0]) {
      waiting.shift();
      free -= next.bytes;
      next.begin();
    }
  }

  return {
    reserve: async (bytes) => {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting = waiting.filter((one) => one !== mine);
          reject();
          admit();
        }, patienceMilliseconds);
        const begin = () => {
          clearTimeout(timer);
          resolve();
        };
        const mine: Waiting = { bytes, begin };
        waiting.push(mine);
        admit();
      }).catch(() => refuse('recording.busy'));
      return () => {
        free += bytes;
        admit();
      };
    },
  };
}
