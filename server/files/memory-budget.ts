import type { FastifyRequest } from 'fastify';
import type { Refusal } from '#domain/errors.ts';

/** Bytes that uploads may hold in this process together. */
export type MemoryBudget = {
  /** Waits for so many bytes, in the order of asking; answers how to give them back. */
  readonly reserve: (bytes: number) => Promise<() => void>;
};

type Waiting = { readonly bytes: number; readonly begin: () => void };

type Limits = {
  readonly mostBytes: number;
  readonly patienceMilliseconds: number;
  /** What an upload is told whose turn did not come. */
  readonly refusal: () => Refusal;
};

/** Many upload at the same minute: uploads wait for one another, and after the patience are told to come again later. */
export function memoryBudget({ mostBytes, patienceMilliseconds, refusal }: Limits): MemoryBudget {
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
          reject(refusal());
          admit();
        }, patienceMilliseconds);
        const begin = () => {
          clearTimeout(timer);
          resolve();
        };
        const mine: Waiting = { bytes, begin };
        waiting.push(mine);
        admit();
      });
      return () => {
        free += bytes;
        admit();
      };
    },
  };
}

/** How much an upload may make this process hold: never more than `mostBytes`, and no more than it says it has. */
export function heldBytes({ headers }: FastifyRequest, mostBytes: number): number {
  const said = Number(headers['content-length']);
  return Number.isFinite(said) && said > 0 ? Math.min(said, mostBytes) : mostBytes;
}
