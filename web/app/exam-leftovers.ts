import { onSignInChange, signedIn } from '#web/base/sign-in-state.ts';
import { databaseName } from '#web/base/storage/private-database-name.ts';

/** The page that was asked for comes first. */
const calmMilliseconds = 8000;
/** What a page of an exam may still have been working on is looked at again after this. */
const againMilliseconds = 2.5 * 60_000;

/** Takes care of what was left in this browser; answers whether there is still something of the one who is signed in. */
async function clear(): Promise<boolean> {
  const signIn = signedIn();
  if (signIn === undefined || typeof indexedDB?.databases !== 'function') return false;
  const known = await indexedDB.databases();
  if (!known.some(({ name }) => name === databaseName)) return false;
  const { clearLeftovers, removeForgotten } = await import('#web/features/exam/clear-leftovers.ts');
  const isLeft = await clearLeftovers(signIn);
  await removeForgotten(signIn);
  return isLeft;
}

/** Looks, a while after the page has come up and after every sign-in, whether an exam left something to send. */
export function startExamLeftovers(): void {
  let timer: ReturnType<typeof setTimeout>;
  let userId: number | undefined;
  const lookIn = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(
      () =>
        void clear().then(
          (isLeft) => isLeft && lookIn(againMilliseconds),
          () => undefined,
        ),
      milliseconds,
    );
  };
  const look = () => {
    const now = signedIn()?.actor.userId;
    if (now === userId) return;
    userId = now;
    lookIn(calmMilliseconds);
  };
  look();
  onSignInChange(look);
}
