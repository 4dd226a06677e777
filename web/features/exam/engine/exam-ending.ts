import type { WakeablePause } from '#web/base/delay.ts';
import { pauseAfter } from '#web/features/exam/storage/outbox.ts';
import { finishExam, outcomeOf } from './exam-calls.ts';
import type { Paper } from './exam-paper.ts';
import type { EndCause } from './exam-reducer.ts';
import type { ExamLedger } from './exam-store.ts';

type EndingParts = {
  readonly ledger: ExamLedger;
  readonly patience: WakeablePause;
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

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The end of an exam: everything ticked is out before it is handed in, however long that takes. */
export function createEnding(parts: EndingParts): Ending {
  const { ledger, patience, drained, askTheServer, load, fail } = parts;
  let isEnding = false;
  let isAsking = false;

  /** Whether the end is only one of time, and the server knows of more: time may have been credited while it was away. */
  async function timeCameBack(): Promise<boolean> {
    const now = ledger.flow.get();
    if (now.is !== 'finishing' || now.cause !== 'time') return false;
    await askTheServer();
    return !ledger.isTimeOver();
  }

  async function handIn(sitting: Paper['sitting']): Promise<void> {
    for (let failures = 1; !ledger.isClosed() && ledger.flow.get().is === 'finishing'; failures += 1) {
      if (await timeCameBack()) return ledger.happen({ did: 'timeCameBack' });
      try {
        await finishExam(sitting);
        return await load();
      } catch (failure) {
        const { is } = outcomeOf(failure);
        if (is === 'refused' || is === 'late') return await load();
        fail(failure);
        await patience.wait(pauseAfter(failures, Math.random()));
      }
    }
  }

  async function end(cause: EndCause): Promise<void> {
    ledger.happen(cause === 'asked' ? { did: 'endAsked' } : { did: 'timeRanOut' });
    if (isEnding) return;
    isEnding = true;
    await drained();
    const now = ledger.flow.get();
    if (now.is === 'finishing') {
      ledger.happen({ did: 'handedOver' });
      await handIn(now.paper.sitting);
    }
    isEnding = false;
  }

  return {
    end,
    endInTime: async () => {
      const now = ledger.flow.get();
      if (isAsking || !ledger.livePaper() || (now.is === 'finishing' && now.cause === 'time')) return;
      isAsking = true;
      await Promise.race([askTheServer(), pause(lastWord)]);
      isAsking = false;
      if (ledger.isTimeOver()) void end('time');
    },
  };
}
