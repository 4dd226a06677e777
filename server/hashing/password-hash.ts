import { hash, type Options } from '@node-rs/argon2';

/**
 * Argon2id with the fastest of the parameter sets OWASP lists as equally strong (docs/performance.md), for the most
 * sign-ins per second.
 */
export const hashOptions: Options = { memoryCost: 7168, timeCost: 5, parallelism: 1 };

/** OWASP's minimum memory in KiB by number of iterations. */
const minMemory: readonly (readonly [rounds: number, kibibytes: number])[] = [
  [5, 7168],
  [4, 9216],
  [3, 12_288],
  [2, 19_456],
  [1, 47_104],
];

/** Whether a stored hash is strong enough; otherwise it is replaced at the next correct sign-in. */
export function meetsMinimum(storedHash: string): boolean {
  const [, memory, rounds] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(storedHash) ?? [];
  if (memory === undefined || rounds === undefined) return false;
  const least = minMemory.find(([from]) => Number(rounds) >= from);
  return least !== undefined && Number(memory) >= least[1];
}

/** Hashes a password synchronously, for start, seed and tests. Requests use the threads. */
export const hashAtOnce = (password: string): Promise<string> => hash(password, hashOptions);
