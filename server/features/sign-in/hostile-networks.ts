import type { Evidence } from '#domain/sign-in/sign-in-queue.ts';
import { isUntrusted, type NetworkRecord } from '#domain/sign-in/trust.ts';

/** The database's record of an attempt, with the query time in microseconds. */
export type DatedEvidence = Evidence & { readonly now: number };

/** How long a network stays cached, in milliseconds. */
const life = 3000;
/** The cache size; the oldest entries are evicted first. */
const maxKnown = 10_000;

const stranger = { failures: 0, known: false, sitting: false } as const;

/** Caches hostile networks briefly, so a flood from them is refused without a query per attempt. */
export function hostileNetworks(clock = () => performance.now()) {
  const known = new Map<
    string,
    { readonly record: NetworkRecord; readonly now: number; readonly at: number }
  >();
  return {
    note: (network: string, { network: record, now }: DatedEvidence): void => {
      known.delete(network);
      if (!isUntrusted(record)) return;
      known.set(network, { record, now, at: clock() });
      const [oldest] = known.keys();
      if (known.size > maxKnown && oldest !== undefined) known.delete(oldest);
    },
    /** The evidence for an attempt from a cached hostile network; undefined when the database must be queried. */
    evidenceOf: (network: string): DatedEvidence | undefined => {
      const found = known.get(network);
      const age = found ? clock() - found.at : 0;
      if (!found || age > life) return undefined;
      return { pair: stranger, network: found.record, now: found.now + Math.floor(age * 1000) };
    },
  };
}

export type HostileNetworks = ReturnType<typeof hostileNetworks>;
