import { examAddress } from '#domain/access/screens.ts';

/** Whether a page is of this page's build: the hash of its version is the same, its time may differ between machines. */
function isOwnBuild({ headers }: Response): boolean {
  const own = document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content;
  return own?.split('.')[1] === headers.get('x-page-version')?.split('.')[1];
}

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
