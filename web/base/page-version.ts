import { createStore } from './store.ts';

/** Whether a newer version than this page's is installed. */
export const isOutdated = createStore(false);

/** The time of a build and a hash of its page, as the server writes them: `1763334455.ab12cd34`. */
const parts = (version: string) => version.split('.');

/**
 * Compares the version in a response with that of this page. While servers are upgraded one after the other, an older one is no
 * reason to reload.
 */
export function noteVersion({ headers }: Response): void {
  const own = document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content;
  const theirs = headers.get('x-page-version');
  if (!own || !theirs) return;
  const [[ownTime, ownHash], [time, hash]] = [parts(own), parts(theirs)];
  isOutdated.set(hash !== ownHash && Number(time) > Number(ownTime));
}
