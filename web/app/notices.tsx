import { chunk } from '#web/base/chunk.ts';
import { useChunk } from '#web/base/use-chunk.ts';

const hostChunk = chunk(() => import('./notice-host.tsx'));

/** Where notices appear. Loads lazily, once the page is usable; notices raised before that are queued. */
export function Notices() {
  const host = useChunk(hostChunk);
  return host ? <host.NoticeHost /> : null;
}
