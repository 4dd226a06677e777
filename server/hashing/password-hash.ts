import { hash, type Options } from '@node-rs/argon2';

/**
 * Argon2id with the cheapest of the parameters that OWASP calls equal in strength: of those it lists, this one took the
 * least time here (docs/performance.md), so that the most people get in per second.
 */
export const hashOptions: Options = { memoryCost: 7168, timeCost: 5, parallelism: 1 };

/** The least OWASP accepts: with so many rounds at least so much memory, in KiB. */
const leastMemory: readonly (readonly [rounds: number, kibibytes: number])[] = [
  [5, 7168],
  [4, 9216],
  [3, 12_288],
  [2, 19_456],
  [1, 47_104],
];

/** Whether a kept hash is strong enough to stay; otherwise it is made anew with the next right password. */
export function meetsMinimum(kept: string): boolean {
  const [, memory, rounds] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(kept) ?? [];
  if (memory === undefined || rounds === undefined) return false;
  const least = leastMemory.find(([from]) => Number(rounds) >= from);
  return least !== undefined && Number(memory) >= least[1];
}

/** The hash to keep of a password, made at once: for a start, a seed or a test. Requests wait for their turn instead. */
export const hashAtOnce = (password: string): Promise<string> => hash(password, hashOptions);
