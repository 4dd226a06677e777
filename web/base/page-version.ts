import { createStore } from './store.ts';

/** Whether a newer version than this page's is installed. */
export const isOutdated = createStore(false);

/** The time of a build and a hash of its page, as the server writes them: `1763334455.ab12cd34`. */
const parts = (version: string) => version.split('.');

const ownVersion = () => document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content;

/** Whether a response comes from a server with the same build as this page; a build may have other times on other machines. */
export function isOwnBuild({ headers }: Response): boolean {
  const [own, theirs] = [ownVersion(), headers.get('x-page-version')];
  return !own || !theirs || parts(own)[1] === parts(theirs)[1];
}

/**
 * Compares the version in a response with that of this page. While servers are upgraded one after the other, an older one is no
 * reason to reload.
 */
export function noteVersion({ headers }: Response): void {
  const own = ownVersion();
  const theirs = headers.get('x-page-version');
  if (!own || !theirs) return;
  const [[ownTime, ownHash], [time, hash]] = [parts(own), parts(theirs)];
  isOutdated.set(hash !== ownHash && Number(time) > Number(ownTime));
}
