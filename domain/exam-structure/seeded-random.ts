/** A random stream that depends only on its seed. */
export type Random = {
  /** A uniform whole number from 0 up to, not including, `bound`. */
  below(bound: number): number;
};

/** Hashes a text to 32 bits (FNV-1a with a final mix). */
function hash(text: string, start: number): number {
  let h = start >>> 0;
  for (let index = 0; index < text.length; index += 1) h = Math.imul(h ^ text.charCodeAt(index), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** The same seed always gives the same stream (sfc32, which passes the usual statistical tests). */
export function seededRandom(seed: string): Random {
  let a = hash(seed, 0x811c9dc5);
  let b = hash(seed, a);
  let c = hash(seed, b);
  let counter = 1;
  const next = (): number => {
    const value = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + value;
    return value >>> 0;
  };
  for (let round = 0; round < 16; round += 1) next();

  return {
    below: (bound) => {
      // Reject values in the last, incomplete block; they would favour small results.
      const limit = 0x1_0000_0000 - (0x1_0000_0000 % bound);
      let value = next();
      while (value >= limit) value = next();
      return value % bound;
    },
  };
}

/** `count` different elements; every choice and every order is equally likely. */
export function sample<T>(random: Random, from: readonly T[], count: number): T[] {
  const pool = [...from];
  for (let index = 0; index < count; index += 1) {
    const other = index + random.below(pool.length - index);
    [pool[index], pool[other]] = [pool[other] as T, pool[index] as T];
  }
  return pool.slice(0, count);
}

export const shuffle = <T>(random: Random, all: readonly T[]): T[] => sample(random, all, all.length);

/** A uniform number below `bound`, of any size. */
function belowBig(random: Random, bound: bigint): bigint {
  const bits = bound.toString(2).length;
  for (;;) {
    let value = 0n;
    for (let got = 0; got < bits; got += 32) value = (value << 32n) | BigInt(random.below(0x1_0000_0000));
    value &= (1n << BigInt(bits)) - 1n;
    if (value < bound) return value;
  }
}

/** One of the elements, with probability proportional to its weight. The weights must not all be zero. */
export function weighted<T>(random: Random, all: readonly (readonly [T, bigint])[]): T {
  let left = belowBig(
    random,
    all.reduce((total, [, weight]) => total + weight, 0n),
  );
  for (const [element, weight] of all) {
    if (left < weight) return element;
    left -= weight;
  }
  throw new Error('nothing to choose from');
}
