import { type ComponentType, useEffect, useState } from 'react';
import { chunk } from './chunk.ts';

const hostChunk = chunk(() => import('./notice-host.tsx'));
const retryMilliseconds = 5000;

/**
 * Where notices appear. It is fetched once the page can be used, which needs none of it; what is told before waits until it
 * is here.
 */
export function Notices() {
  const [Host, setHost] = useState<ComponentType>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const load = () =>
      void hostChunk.load().then(
        ({ NoticeHost }) => setHost(() => NoticeHost),
        () => {
          timer = setTimeout(load, retryMilliseconds);
        },
      );
    load();
    return () => clearTimeout(timer);
  }, []);
  return Host ? <Host /> : null;
}
