import { type EntryRow, locationOf } from './entry.ts';
import type { Finding } from './finding.ts';
import { chained } from './head.ts';

type Chain = { next: number; link: Buffer; readonly ahead: Map<number, EntryRow> };

/**
 * Verifies each connection's entries: numbered without gaps, each chained to the previous one. Entries may arrive
 * slightly out of order, since setting a clock back reorders commits.
 */
export function openConnectionChains(report: (finding: Finding) => void): {
  add(entry: EntryRow): void;
  end(): void;
} {
  const chains = new Map<string, Chain>();

  const take = (chain: Chain, entry: EntryRow) => {
    if (chained(chain.link, entry.content).toString('hex') !== entry.link)
      report({ kind: 'entryChanged', ...locationOf(entry) });
    chain.link = Buffer.from(entry.link ?? '', 'hex');
    chain.next += 1;
  };

  return {
    add: (entry) => {
      const { connection, number } = entry;
      if (connection === null || number === null) return;
      const chain = chains.get(connection) ?? { next: 1, link: Buffer.alloc(0), ahead: new Map() };
      chains.set(connection, chain);
      if (number < chain.next || chain.ahead.has(number)) {
        report({ kind: 'entryChanged', ...locationOf(entry), detail: 'a second entry with this number' });
        return;
      }
      chain.ahead.set(number, entry);
      for (let following = chain.ahead.get(chain.next); following; following = chain.ahead.get(chain.next)) {
        chain.ahead.delete(chain.next);
        take(chain, following);
      }
    },
    end: () => {
      for (const chain of chains.values())
        for (const number of [...chain.ahead.keys()].sort((a, b) => a - b)) {
          const entry = chain.ahead.get(number);
          if (!entry) continue;
          if (number > chain.next)
            report({
              kind: 'entryMissing',
              ...locationOf(entry),
              detail: `${number - chain.next} of its connection before this one`,
            });
          else if (chained(chain.link, entry.content).toString('hex') !== entry.link)
            report({ kind: 'entryChanged', ...locationOf(entry) });
          chain.next = number + 1;
          chain.link = Buffer.from(entry.link ?? '', 'hex');
        }
    },
  };
}
