import { currentScreen, type Target } from './current-screen.ts';
import { useSignIn } from './sign-in-state.ts';
import { createStore, useStore } from './store.ts';
import { uiSettings } from './ui-settings.ts';

/** What this browser is doing with an exam, real or simulated. */
export type ExamPresence =
  | { readonly phase: 'none' }
  | { readonly phase: 'preparing' | 'prepared' | 'running' | 'ended'; readonly simulation: boolean };

/** A running official exam, as reported by the server, and its end on the page's monotonic clock. */
export type RunningExam = {
  readonly groupId: number;
  readonly name: string;
  /** A moment of `performance.now()`. */
  readonly endsAt: number;
};

/** The running official exam of the signed-in user, as reported by the server; undefined until it has responded. */
export const runningExam = createStore<RunningExam | 'none' | undefined>(undefined);

/** Set by the screens that prepare and run exams. */
export const examPresence = createStore<ExamPresence>({ phase: 'none' });

/**
 * Whether a user counts as on an exam: signed in and on Exam until it has ended, or on PrepareExam while one is being
 * prepared or is ready (SHELL-8).
 */
export function isOnExam(isSignedIn: boolean, screen: Target | undefined, presence: ExamPresence): boolean {
  if (!isSignedIn) return false;
  if (screen === 'Exam') return presence.phase !== 'ended';
  return screen === 'PrepareExam' && (presence.phase === 'preparing' || presence.phase === 'prepared');
}

/**
 * The exam-visibility flag: always on in exam-application mode; otherwise on while a real exam is prepared or runs
 * here, or the server reports a running one. A simulation leaves it off (SHELL-11).
 */
export function isExamVisible(applicationMode: boolean, presence: ExamPresence, isRunning = false): boolean {
  if (applicationMode || isRunning) return true;
  return presence.phase !== 'none' && presence.phase !== 'ended' && !presence.simulation;
}

/** Both flags for the current user and screen. */
export function useExamPresence(): { readonly onExam: boolean; readonly examVisible: boolean } {
  const presence = useStore(examPresence);
  const screen = useStore(currentScreen);
  const settings = useStore(uiSettings);
  const running = useStore(runningExam);
  const isSignedIn = useSignIn() !== undefined;
  return {
    onExam: isOnExam(isSignedIn, screen?.name, presence),
    examVisible: isExamVisible(settings?.examApplicationMode ?? false, presence, typeof running === 'object'),
  };
}
