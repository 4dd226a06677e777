import { examPresence, isExamVisible } from '#web/base/exam-presence.ts';
import { onSignInChange, signedIn } from '#web/base/sign-in-state.ts';
import { createStore } from '#web/base/store.ts';
import { signOut } from './sign-out.ts';

/** How long results stay readable in exam-application mode before the user is signed out (EXAM-13). */
const readingMilliseconds = 15 * 60_000;

/** Survives a reload of this tab, so that a reload does not restart the countdown. */
const storageKey = 'signOutAt';

/** When the user will be signed out, on this computer's clock; undefined when nothing is scheduled. */
export const scheduledSignOut = createStore<number | undefined>(undefined);

let timer: ReturnType<typeof setTimeout> | undefined;

/** The time left; a clock that was set back never makes it longer than the full reading time. */
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

function cancelSignOut(): void {
  clearTimeout(timer);
  sessionStorage.removeItem(storageKey);
  scheduledSignOut.set(undefined);
}

/** Schedules a sign-out after the reading time; keeps an existing schedule (EXAM-13). */
export function scheduleSignOut(): void {
  if (scheduledSignOut.get() === undefined) arm(Date.now() + readingMilliseconds);
}

/** Resumes a sign-out scheduled before a reload; call once when the layout starts. */
export function resumeScheduledSignOut(): void {
  const at = Number(sessionStorage.getItem(storageKey));
  if (at > 0 && scheduledSignOut.get() === undefined && signedIn() !== undefined) arm(at);
}

onSignInChange(() => {
  if (signedIn() === undefined) cancelSignOut();
});
// Never signs a student out during their next exam.
examPresence.subscribe(() => {
  if (isExamVisible(false, examPresence.get())) cancelSignOut();
});
