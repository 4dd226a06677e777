import { onSignInChange, signedIn } from '#web/base/sign-in-state.ts';
import { databaseName } from '#web/base/storage/private-database-name.ts';

/** Delay after page load, so that the requested page loads first. */
const idleMilliseconds = 8000;
/** Delay before checking again for answers that another page may still have been sending. */
const retryMilliseconds = 2.5 * 60_000;

/** Sends and clears what exams left in this browser. Resolves to true when data of the signed-in user remains. */
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

/** Checks for unsent exam data shortly after page load and after every sign-in. */
export function startExamLeftovers(): void {
  let timer: ReturnType<typeof setTimeout>;
  let userId: number | undefined;
  const scheduleCheck = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(
      () =>
        void clear().then(
          (isLeft) => isLeft && scheduleCheck(retryMilliseconds),
          () => undefined,
        ),
      milliseconds,
    );
  };
  const check = () => {
    const now = signedIn()?.actor.userId;
    if (now === userId) return;
    userId = now;
    scheduleCheck(idleMilliseconds);
  };
  check();
  onSignInChange(check);
}
