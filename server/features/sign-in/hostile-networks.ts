import type { Evidence } from '#domain/sign-in/sign-in-queue.ts';
import { knowsNobody, type NetworkRecord } from '#domain/sign-in/trust.ts';

/** What the database knew of an attempt, and the moment it was asked, in microseconds. */
export type DatedEvidence = Evidence & { readonly now: number };

/** So long a network counts as what it was, in milliseconds. */
const life = 3000;
/** More are forgotten, the oldest first. */
const most = 10_000;

const stranger = { failures: 0, known: false, sitting: false } as const;

/**
 * Remembers for a moment which networks only guess, so that a flood from them is told to wait without a look into the
 * database for each guess.
 */
export function hostileNetworks(clock = () => performance.now()) {
  const known = new Map<
    string,
    { readonly record: NetworkRecord; readonly now: number; readonly at: number }
  >();
  return {
    note: (network: string, { network: record, now }: DatedEvidence): void => {
      known.delete(network);
      if (!knowsNobody(record)) return;
      known.set(network, { record, now, at: clock() });
      const [oldest] = known.keys();
      if (known.size > most && oldest !== undefined) known.delete(oldest);
    },
    /** What is known of an attempt from a network that only guesses; undefined where the database has to be asked. */
    evidenceOf: (network: string): DatedEvidence | undefined => {
      const found = known.get(network);
      const age = found ? clock() - found.at : 0;
      if (!found || age > life) return undefined;
      return { pair: stranger, network: found.record, now: found.now + Math.floor(age * 1000) };
    },
  };
}

export type HostileNetworks = ReturnType<typeof hostileNetworks>;
