import type { LoadedExam } from '#contract/exam-taking.ts';
import type { InterruptibleDelay } from '#web/base/delay.ts';
import { forgetSignIn } from '#web/base/sign-in-state.ts';
import { retryDelayAfter } from '#web/features/exam/storage/outbox.ts';
import { codeOf, loadSitting, outcomeOf, type TimedResponse } from './exam-calls.ts';
import { paperIn } from './exam-reducer.ts';
import type { ExamStore } from './exam-store.ts';
import { offlineInterval } from './heartbeat.ts';

type LoadingDeps = {
  readonly store: ExamStore;
  readonly groupId: number;
  /** All questions are on one page. */
  readonly whole: boolean;
  readonly retryDelay: InterruptibleDelay;
  readonly onLoaded: (loaded: TimedResponse<LoadedExam>) => Promise<void>;
};

/** Loads a sitting as its writer, retrying until the server responds; a second call retries at once. */
export function createLoading({
  store: { state, dispatch, isClosed },
  groupId,
  whole,
  retryDelay,
  onLoaded,
}: LoadingDeps): () => Promise<void> {
  let isLoading = false;

  async function loadUntilThere(): Promise<void> {
    for (let failures = 1; !isClosed(); failures += 1) {
      try {
        const { response, timing } = await loadSitting(groupId, whole);
        if (response === undefined) return dispatch({ type: 'gone' });
        return await onLoaded({ response, timing });
      } catch (failure) {
        const { status } = outcomeOf(failure);
        if (codeOf(failure) === 'resource.notFound') return dispatch({ type: 'gone' });
        // Without a paper there is nothing to keep, and Login leads back here.
        if (status === 'signedOut' && !paperIn(state.get())) return forgetSignIn('lost');
        if (status === 'signedOut') dispatch({ type: 'signInLost' });
        dispatch({ type: 'loadFailed', error: codeOf(failure) });
        if (status === 'refused' || status === 'sitting') return;
        await retryDelay.wait(Math.max(offlineInterval, retryDelayAfter(failures, Math.random())));
      }
    }
  }

  return async () => {
    if (isLoading) return retryDelay.wake();
    isLoading = true;
    await loadUntilThere().finally(() => {
      isLoading = false;
    });
  };
}
