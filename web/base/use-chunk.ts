import { useEffect, useState } from 'react';
import type { Chunk } from './chunk.ts';

const retryMilliseconds = 5000;

/**
 * Loads a chunk when a component mounts, also after an earlier failure, so that the chunk's `last()` in components
 * below waits for this attempt.
 */
export function useFetched(part: Chunk<object>): void {
  useState(() => void part.load().catch(() => undefined));
}

/**
 * A chunk the page can work without: loaded on demand and retried until it loads. Undefined until then; its absence
 * never affects the page.
 */
export function useChunk<M extends object>(part: Chunk<M>, isEnabled = true): M | undefined {
  const [loaded, setLoaded] = useState<M>();
  useEffect(() => {
    if (!isEnabled) return;
    let timer: ReturnType<typeof setTimeout>;
    let isUnmounted = false;
    const load = () =>
      void part.load().then(setLoaded, () => {
        if (!isUnmounted) timer = setTimeout(load, retryMilliseconds);
      });
    load();
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
    };
  }, [part, isEnabled]);
  return loaded;
}
