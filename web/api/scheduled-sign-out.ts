import { examPresence, isExamVisible } from '#web/base/exam-presence.ts';
import { onSignInChange, signedIn } from '#web/base/sign-in-state.ts';
import { createStore } from '#web/base/store.ts';
import { signOut } from './sign-out.ts';

/** How long results can be read in exam-application mode before the computer is free for the next one (spec section 9). */
export const readingMilliseconds = 15 * 60_000;

/** Kept across a reload of this tab, so that a reload does not start the time anew. */
const storageKey = 'signOutAt';

/** When whoever is signed in will be signed out, on this computer's clock; undefined when nothing is scheduled. */
export const scheduledSignOut = createStore<number | undefined>(undefined);

let timer: ReturnType<typeof setTimeout> | undefined;

/** The time left until a moment; a clock that was put back never makes it longer than it was at first. */
export const timeLeft = (at: number, now: number) => Math.min(readingMilliseconds, Math.max(0, at - now));

function arm(at: number): void {
  clearTimeout(timer);
  sessionStorage.setItem(storageKey, String(at));
  scheduledSignOut.set(at);
  timer = setTimeout(
    () => {
      cancelSignOut();
      void signOut();
    },
    timeLeft(at, Date.now()),
  );
}

/** Takes back what was scheduled. */
export function cancelSignOut(): void {
  clearTimeout(timer);
  sessionStorage.removeItem(storageKey);
  scheduledSignOut.set(undefined);
}

/** Signs out after the reading time; what is scheduled already stays as it is (EXAM-13). */
export function scheduleSignOut(): void {
  if (scheduledSignOut.get() === undefined) arm(Date.now() + readingMilliseconds);
}

/** Goes on with what was scheduled before a reload; call once at the start of the layout. */
export function resumeScheduledSignOut(): void {
  const at = Number(sessionStorage.getItem(storageKey));
  if (at > 0 && scheduledSignOut.get() === undefined && signedIn() !== undefined) arm(at);
}

onSignInChange(() => {
  if (signedIn() === undefined) cancelSignOut();
});
// Nobody is signed out in the middle of their next exam.
examPresence.subscribe(() => {
  if (isExamVisible(false, examPresence.get())) cancelSignOut();
});
