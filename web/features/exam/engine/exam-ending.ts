import { delay, type InterruptibleDelay } from '#web/base/delay.ts';
import { retryDelayAfter } from '#web/features/exam/storage/outbox.ts';
import { finishExam, outcomeOf } from './exam-calls.ts';
import type { Paper } from './exam-paper.ts';
import type { EndCause } from './exam-reducer.ts';
import type { ExamStore } from './exam-store.ts';

type EndingParts = {
  readonly store: ExamStore;
  readonly retryDelay: InterruptibleDelay;
  /** Resolves when nothing of the exam waits to be sent. */
  readonly drained: () => Promise<void>;
  readonly askTheServer: () => Promise<void>;
  /** Loads the sitting again: its next exam, or its end. */
  readonly load: () => Promise<void>;
  readonly fail: (failure: unknown) => void;
};

export type Ending = {
  /** Sends what waits, then hands the exam in (EXAM-10). */
  readonly end: (cause: EndCause) => Promise<void>;
  /** Ends the exam because its time is over, unless the server knows of more. */
  readonly endInTime: () => Promise<void>;
};

/** At the end the server is asked once more whether time was credited, but not for long. */
const lastWord = 2000;

/** The end of an exam: everything ticked is out before it is handed in, however long that takes. */
export function createEnding(parts: EndingParts): Ending {
  const { store, retryDelay, drained, askTheServer, load, fail } = parts;
  let isEnding = false;
  let isAsking = false;

  /** Whether the end is only one of time, and the server knows of more: time may have been credited while it was away. */
  async function timeCameBack(): Promise<boolean> {
    const now = store.state.get();
    if (now.is !== 'finishing' || now.cause !== 'time') return false;
    await askTheServer();
    return !store.isTimeOver();
  }

  async function handIn(sitting: Paper['sitting']): Promise<void> {
    for (let failures = 1; !store.isClosed() && store.state.get().is === 'finishing'; failures += 1) {
      if (await timeCameBack()) return store.dispatch({ type: 'timeCameBack' });
      try {
        await finishExam(sitting);
        return await load();
      } catch (failure) {
        const { is } = outcomeOf(failure);
        if (is === 'refused' || is === 'late') return await load();
        fail(failure);
        await retryDelay.wait(retryDelayAfter(failures, Math.random()));
      }
    }
  }

  async function end(cause: EndCause): Promise<void> {
    store.dispatch(cause === 'asked' ? { type: 'endAsked' } : { type: 'timeRanOut' });
    if (isEnding) return;
    isEnding = true;
    await drained();
    const now = store.state.get();
    if (now.is === 'finishing') {
      store.dispatch({ type: 'handedOver' });
      await handIn(now.paper.sitting);
    }
    isEnding = false;
  }

  return {
    end,
    endInTime: async () => {
      const now = store.state.get();
      if (isAsking || !store.livePaper() || (now.is === 'finishing' && now.cause === 'time')) return;
      isAsking = true;
      await Promise.race([askTheServer(), delay(lastWord)]);
      isAsking = false;
      if (store.isTimeOver()) void end('time');
    },
  };
}
