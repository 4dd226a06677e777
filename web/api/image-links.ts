import { useQueries } from '@tanstack/react-query';
import { useRef } from 'react';
import type { imageLinks } from '#contract/images.ts';
import type { ImageAddresses } from '#web/base/image-addresses.ts';
import { call } from './client.ts';

/** How many names the server takes at once. */
const atOnce = 200;
/** An address that failed is asked for again this often, not forever. */
const mostRenewals = 2;

function batchesOf(names: readonly string[]): string[] {
  const each = [...new Set(names)].sort();
  const batches: string[] = [];
  for (let from = 0; from < each.length; from += atOnce) batches.push(each.slice(from, from + atOnce).join());
  return batches;
}

/** Where the images of a page are: asked for once for all of them, and again before the addresses expire. */
export function useImageAddresses(names: readonly string[]): ImageAddresses {
  const batches = batchesOf(names);
  const renewals = useRef(new Map<string, number>());
  const answers = useQueries({
    queries: batches.map((batch) => ({
      queryKey: ['imageLinks', batch],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call<typeof imageLinks>('GET imageLinks', { query: { names: batch }, signal, handled: true }),
      // An address that changes would make the browser fetch the image again, so they change as rarely as they may.
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval: (query: { state: { data?: { seconds: number } | undefined } }) =>
        query.state.data === undefined ? false : Math.max(30, query.state.data.seconds - 30) * 1000,
    })),
  });
  const answerFor = (name: string) => {
    const batch = batches.findIndex((one) => one.includes(name));
    return answers[batch];
  };
  return {
    addressOf: (name) => {
      const answer = answerFor(name);
      const address = answer?.data?.links[name];
      if (address !== undefined) return { state: 'ready', address };
      return { state: answer?.isPending ? 'waiting' : 'missing' };
    },
    renew: (name) => {
      const tried = renewals.current.get(name) ?? 0;
      if (tried >= mostRenewals) return;
      renewals.current.set(name, tried + 1);
      void answerFor(name)?.refetch();
    },
  };
}
