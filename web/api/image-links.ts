import { useQueries } from '@tanstack/react-query';
import { useRef } from 'react';
import type { imageLinks } from '#contract/images.ts';
import type { ImageAddresses } from '#web/base/image-addresses.ts';
import { call } from './client.ts';

/** The most names per request. */
const atOnce = 200;
/** How often a failed address is renewed. */
const maxRenewals = 2;

function batchesOf(names: readonly string[]): string[] {
  const each = [...new Set(names)].sort();
  const batches: string[] = [];
  for (let from = 0; from < each.length; from += atOnce) batches.push(each.slice(from, from + atOnce).join());
  return batches;
}

/** The addresses of a page's images: requested in batches, and again before they expire. */
export function useImageAddresses(names: readonly string[]): ImageAddresses {
  const batches = batchesOf(names);
  const renewals = useRef(new Map<string, number>());
  const links = useQueries({
    queries: batches.map((batch) => ({
      queryKey: ['imageLinks', batch],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call<typeof imageLinks>('GET imageLinks', { query: { names: batch }, signal, handled: true }),
      // A changed address makes the browser fetch the image again, so they change as rarely as possible.
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval: (query: { state: { data?: { seconds: number } | undefined } }) =>
        query.state.data === undefined ? false : Math.max(30, query.state.data.seconds - 30) * 1000,
    })),
  });
  const linkFor = (name: string) => {
    const batch = batches.findIndex((one) => one.includes(name));
    return links[batch];
  };
  return {
    addressOf: (name) => {
      const link = linkFor(name);
      const address = link?.data?.links[name];
      if (address !== undefined) return { state: 'ready', address };
      return { state: link?.isPending ? 'waiting' : 'missing' };
    },
    renew: (name) => {
      const tried = renewals.current.get(name) ?? 0;
      if (tried >= maxRenewals) return;
      renewals.current.set(name, tried + 1);
      void linkFor(name)?.refetch();
    },
  };
}
