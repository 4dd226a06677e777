import { useEffect, useState } from 'react';
import type { Chunk } from './chunk.ts';

const retryMilliseconds = 5000;

/** Asks for a part when a component comes up, also after an earlier failure, so that `last` below it waits for this try. */
export function useFetched(part: Chunk<object>): void {
  useState(() => void part.load().catch(() => undefined));
}

/**
 * A part of the program that the page can be used without: fetched once it is wanted, again and again until it is here.
 * Undefined until then; its absence never takes the page away.
 */
export function useChunk<M extends object>(part: Chunk<M>, isWanted = true): M | undefined {
  const [loaded, setLoaded] = useState<M>();
  useEffect(() => {
    if (!isWanted) return;
    let timer: ReturnType<typeof setTimeout>;
    let isGone = false;
    const load = () =>
      void part.load().then(setLoaded, () => {
        if (!isGone) timer = setTimeout(load, retryMilliseconds);
      });
    load();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [part, isWanted]);
  return loaded;
}
