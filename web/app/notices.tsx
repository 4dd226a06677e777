import { chunk } from '#web/base/chunk.ts';
import { useChunk } from '#web/base/use-chunk.ts';

const hostChunk = chunk(() => import('./notice-host.tsx'));

/**
 * Where notices appear. It is fetched once the page can be used, which needs none of it; what is told before waits until it
 * is here.
 */
export function Notices() {
  const host = useChunk(hostChunk);
  return host ? <host.NoticeHost /> : null;
}
