import { delay, type InterruptibleDelay } from '#web/base/delay.ts';
import { retryDelayAfter } from '#web/features/exam/storage/outbox.ts';
import { finishExam, outcomeOf } from './exam-calls.ts';
import type { Paper } from './exam-paper.ts';
import type { EndCause } from './exam-reducer.ts';
import type { ExamStore } from './exam-store.ts';

type EndingDeps = {
  readonly store: ExamStore;
  readonly retryDelay: InterruptibleDelay;
  /** Resolves when no save of the exam is pending. */
  readonly drained: () => Promise<void>;
  readonly askTheServer: () => Promise<void>;
  /** Reloads the sitting: its next exam, or its end. */
  readonly load: () => Promise<void>;
  readonly fail: (failure: unknown) => void;
};

export type ExamEnding = {
  /** Sends pending saves, then hands the exam in (EXAM-10). */
  readonly end: (cause: EndCause) => Promise<void>;
  /** Ends the exam because its time is over, unless the server reports more time. */
  readonly endInTime: () => Promise<void>;
};

/** How long to wait for the server to confirm whether time was credited. */
const finalSyncTimeoutMs = 2000;

/** Ends an exam. Every tick is sent before the exam is handed in, however long that takes. */
export function createEnding(deps: EndingDeps): ExamEnding {
  const { store, retryDelay, drained, askTheServer, load, fail } = deps;
  let isEnding = false;
  let isAsking = false;

  /** Whether the exam ends by time and the server reports more: time may have been credited while it was away. */
  async function timeExtended(): Promise<boolean> {
    const now = store.state.get();
    if (now.status !== 'finishing' || now.cause !== 'time') return false;
    await askTheServer();
    return !store.isTimeOver();
  }

  async function handIn(sitting: Paper['sitting']): Promise<void> {
    for (let failures = 1; !store.isClosed() && store.state.get().status === 'finishing'; failures += 1) {
      if (await timeExtended()) return store.dispatch({ type: 'timeExtended' });
      try {
        await finishExam(sitting);
        return await load();
      } catch (failure) {
        const { status } = outcomeOf(failure);
        if (status === 'refused' || status === 'late') return await load();
        fail(failure);
        await retryDelay.wait(retryDelayAfter(failures, Math.random()));
      }
    }
  }

  async function end(cause: EndCause): Promise<void> {
    store.dispatch(cause === 'student' ? { type: 'endRequested' } : { type: 'timeRanOut' });
    if (isEnding) return;
    isEnding = true;
    await drained();
    const now = store.state.get();
    if (now.status === 'finishing') {
      store.dispatch({ type: 'handedOver' });
      await handIn(now.paper.sitting);
    }
    isEnding = false;
  }

  return {
    end,
    endInTime: async () => {
      const now = store.state.get();
      if (isAsking || !store.livePaper() || (now.status === 'finishing' && now.cause === 'time')) return;
      isAsking = true;
      await Promise.race([askTheServer(), delay(finalSyncTimeoutMs)]);
      isAsking = false;
      if (store.isTimeOver()) void end('time');
    },
  };
}
