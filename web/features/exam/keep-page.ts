import { screens } from '#domain/access/screens.ts';

/**
 * Lets a running exam be reloaded while the server cannot be reached: the page comes up, says so and goes on by itself.
 * A browser that cannot do it is not in the way; it shows its own page then.
 */
export async function keepPage(): Promise<void> {
  if (!import.meta.env.PROD) return;
  const scope = screens.Exam.path.replace('$groupId', '');
  await navigator.serviceWorker?.register('/exam-page.js', { scope }).catch(() => undefined);
}
