import type { FastifyRequest } from 'fastify';
import type { Refusal } from '#domain/errors.ts';

/** Bytes that uploads may hold in this process together. */
export type MemoryBudget = {
  /** Waits for so many bytes, in the order of asking; answers how to give them back. One person has half of all at most. */
  readonly reserve: (person: number, bytes: number) => Promise<() => void>;
};

type Waiting = { readonly person: number; readonly bytes: number; readonly begin: () => void };

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
  const held = new Map<number, number>();

  const heldBy = (person: number) => held.get(person) ?? 0;
  const hold = (person: number, bytes: number) => {
    free -= bytes;
    const all = heldBy(person) + bytes;
    if (all > 0) held.set(person, all);
    else held.delete(person);
  };

  /** Those who have their half already wait without holding up the others. */
  function admit(): void {
    const isTheirs = ({ person, bytes }: Waiting) => heldBy(person) + bytes <= mostBytes / 2;
    for (let next = waiting.find(isTheirs); next && next.bytes <= free; next = waiting.find(isTheirs)) {
      const admitted = next;
      waiting = waiting.filter((one) => one !== admitted);
      hold(admitted.person, admitted.bytes);
      admitted.begin();
    }
  }

  return {
    reserve: async (person, bytes) => {
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
        const mine: Waiting = { person, bytes, begin };
        waiting.push(mine);
        admit();
      });
      return () => {
        hold(person, -bytes);
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
