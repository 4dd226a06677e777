import { examAddress } from '#domain/access/screens.ts';
import { isOwnBuild } from '#web/base/page-version.ts';

/**
 * Makes a running exam reloadable while the server is unreachable: the page opens, says so and recovers by itself.
 * Caches only the page of the running version, never an API response, so no question outlives the exam here. Its
 * scripts and styles are content-hashed and already in the browser's cache; those of a newer version are not, so its page is not
 * kept. A browser without service workers shows its
 * own offline page instead.
 */
export async function persistPage(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    const page = await fetch(examAddress);
    if (page.ok && isOwnBuild(page)) await (await caches.open('exam-page')).put(examAddress, page);
    await navigator.serviceWorker.register('/exam-page.js', { scope: examAddress });
  } catch {
    // Retried the next time the server responds.
  }
}
