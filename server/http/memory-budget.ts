import type { FastifyRequest } from 'fastify';
import type { Refusal } from '#domain/errors.ts';

/** The memory that all uploads of this process share. */
export type MemoryBudget = {
  /** Waits for the bytes in request order and returns a release function. One user gets at most their share of the budget. */
  readonly reserve: (person: number, bytes: number) => Promise<() => void>;
};

type Waiting = { readonly person: number; readonly bytes: number; readonly begin: () => void };

type Limits = {
  readonly maxBytes: number;
  /** The most that one person holds; half of the budget unless given. */
  readonly maxBytesPerPerson?: number;
  readonly timeoutMilliseconds: number;
  /** The refusal for an upload that waited too long. */
  readonly refusal: () => Refusal;
};

/** Queues uploads that exceed the budget and refuses them after the timeout. */
export function memoryBudget({
  maxBytes,
  maxBytesPerPerson = maxBytes / 2,
  timeoutMilliseconds,
  refusal,
}: Limits): MemoryBudget {
  let free = maxBytes;
  let waiting: Waiting[] = [];
  const held = new Map<number, number>();

  const heldBy = (person: number) => held.get(person) ?? 0;
  const reserveBytes = (person: number, bytes: number) => {
    free -= bytes;
    const all = heldBy(person) + bytes;
    if (all > 0) held.set(person, all);
    else held.delete(person);
  };

  /** Users at their limit wait without blocking the others. */
  function admit(): void {
    const isTheirs = ({ person, bytes }: Waiting) => heldBy(person) + bytes <= maxBytesPerPerson;
    for (let next = waiting.find(isTheirs); next && next.bytes <= free; next = waiting.find(isTheirs)) {
      const admitted = next;
      waiting = waiting.filter((one) => one !== admitted);
      reserveBytes(admitted.person, admitted.bytes);
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
        }, timeoutMilliseconds);
        const begin = () => {
          clearTimeout(timer);
          resolve();
        };
        const mine: Waiting = { person, bytes, begin };
        waiting.push(mine);
        admit();
      });
      return () => {
        reserveBytes(person, -bytes);
        admit();
      };
    },
  };
}

/** The bytes to reserve for an upload: its declared length, at most `maxBytes`. */
export function heldBytes({ headers }: FastifyRequest, maxBytes: number): number {
  const declared = Number(headers['content-length']);
  return Number.isFinite(declared) && declared > 0 ? Math.min(declared, maxBytes) : maxBytes;
}
