import { useEffect } from 'react';
import type { checkExam } from '#contract/exam-taking.ts';
import { isOf } from '#domain/access/actor.ts';
import { currentScreen } from '#web/base/current-screen.ts';
import { examPresence, type RunningExam, runningExam } from '#web/base/exam-presence.ts';
import { onSignInChange, signedIn, useActor } from '#web/base/sign-in-state.ts';
import { useStore } from '#web/base/store.ts';
import { call } from './client.ts';

/** The polling interval: an exam may begin or end on another computer. */
const everyMilliseconds = 60_000;

// Reset for the next user of this computer.
onSignInChange(() => {
  if (signedIn() === undefined) runningExam.set(undefined);
});

// An exam that ended here is over before the next poll.
examPresence.subscribe(() => {
  if (examPresence.get().phase === 'ended') runningExam.set('none');
});

async function ask(): Promise<void> {
  // Without a response the last known state stays: a lost connection must not bring the links back during an exam.
  const response = await call<typeof checkExam>('GET checkExam', { handled: 'entirely' }).then(
    (exam) => ({ exam }),
    () => undefined,
  );
  if (response === undefined) return runningExam.get() === undefined ? runningExam.set('none') : undefined;
  const { exam } = response;
  if (exam?.status !== 'Started' || exam.kind !== 'official') return runningExam.set('none');
  const { groupId, examName, remainingSeconds } = exam;
  runningExam.set({ groupId, name: examName, endsAt: performance.now() + remainingSeconds * 1000 });
}

/** Polls on every screen and in every tab whether the student is sitting an official exam (SHELL-11). */
export function useRunningExam(): RunningExam | 'none' | undefined {
  const isStudent = isOf(useActor(), 'student');
  const screen = useStore(currentScreen);
  // biome-ignore lint/correctness/useExhaustiveDependencies: polls again on every navigation
  useEffect(() => {
    if (!isStudent) return runningExam.set('none');
    void ask();
    const timer = setInterval(() => void ask(), everyMilliseconds);
    const onFocus = () => void ask();
    window.addEventListener('focus', onFocus);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', onFocus);
    };
  }, [isStudent, screen?.name]);
  return useStore(runningExam);
}
