import { examAddress } from '#domain/access/screens.ts';

/**
 * Lets a running exam be reloaded while the server cannot be reached: the page comes up, says so and goes on by itself.
 * Only the page is put by, of the version that is running, and never an answer of the server: no question outlives the exam
 * here. Its scripts and styles are named by their content, and the browser has them. A browser that cannot do it is not in the
 * way; it shows its own page then.
 */
export async function keepPage(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  try {
    await (await caches.open('exam-page')).add(examAddress);
    await navigator.serviceWorker.register('/exam-page.js', { scope: examAddress });
  } catch {
    // The next time the server answers it is tried again.
  }
}
