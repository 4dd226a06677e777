import { currentScreen, type Target } from './current-screen.ts';
import { useSignIn } from './sign-in-state.ts';
import { createStore, useStore } from './store.ts';
import { uiSettings } from './ui-settings.ts';

/** What this browser is doing with an exam; a simulation is the same, but is not a real one. */
export type ExamPresence =
  | { readonly phase: 'none' }
  | { readonly phase: 'preparing' | 'prepared' | 'running' | 'ended'; readonly simulation: boolean };

/** An official exam that runs, by the server's word, and when it ends on the page's own clock. */
export type RunningExam = {
  readonly groupId: number;
  readonly name: string;
  /** A moment of `performance.now()`. */
  readonly endsAt: number;
};

/** What the server says about an official exam of whoever is signed in: undefined until it was asked, then one or none. */
export const runningExam = createStore<RunningExam | 'none' | undefined>(undefined);

/** Driven by whoever prepares and runs exams. */
export const examPresence = createStore<ExamPresence>({ phase: 'none' });

/**
 * Whether a user counts as on an exam: signed in and on Exam while it has not ended,
 * or on PrepareExam while one is being prepared or is ready (SHELL-8).
 */
export function isOnExam(isSignedIn: boolean, screen: Target | undefined, presence: ExamPresence): boolean {
  if (!isSignedIn) return false;
  if (screen === 'Exam') return presence.phase !== 'ended';
  return screen === 'PrepareExam' && (presence.phase === 'preparing' || presence.phase === 'prepared');
}

/**
 * The exam-visibility flag: always on in exam-application mode, otherwise while a real exam is prepared or runs
 * here, or runs by the server's word; a simulation leaves it off (SHELL-11).
 */
export function isExamVisible(applicationMode: boolean, presence: ExamPresence, isRunning = false): boolean {
  if (applicationMode || isRunning) return true;
  return presence.phase !== 'none' && presence.phase !== 'ended' && !presence.simulation;
}

/** Both answers for whoever looks at the screen now. */
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
