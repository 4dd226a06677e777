/** A random source that is deterministic for a seed. */
export type Random = {
  /** An integer from 0 to `bound`, exclusive. */
  below(bound: number): number;
  pick<T>(items: readonly T[]): T;
};

/** A 32-bit generator with a fixed odd increment and bit mixing. Good for demo data, unsafe for secrets. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const below = (bound: number) => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32) * bound;
  };
  return {
    below: (bound) => Math.floor(below(bound)),
    pick: <T>(items: readonly T[]) => {
      if (items.length === 0) throw new Error('nothing to pick from');
      return items[Math.floor(below(items.length))] as T;
    },
  };
}
