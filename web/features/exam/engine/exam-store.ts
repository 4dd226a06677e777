import { createStore, type Store } from '#web/base/store.ts';
import type { Timed } from './exam-calls.ts';
import { type ExamClock, learnTime, secondsLeft } from './exam-clock.ts';
import type { Paper } from './exam-paper.ts';
import { type ExamEvent, type ExamFlow, stepOfExam } from './exam-reducer.ts';

/** What is known of a sitting at this computer, and the one way to change it. */
export type ExamLedger = {
  readonly flow: Store<ExamFlow>;
  readonly clock: Store<ExamClock | undefined>;
  readonly happen: (event: ExamEvent) => void;
  /** Takes the time left out of an answer. */
  readonly learn: <T>(timed: Timed<T>) => T;
  readonly isTimeOver: () => boolean;
  /** The paper while it can be answered. */
  readonly runningPaper: () => Paper | undefined;
  /** The paper while the server is needed for it. */
  readonly livePaper: () => Paper | undefined;
  /** Nothing that still arrives changes anything any more. */
  readonly close: () => void;
  readonly isClosed: () => boolean;
};

export function openLedger(): ExamLedger {
  const flow = createStore<ExamFlow>({ is: 'loading' });
  const clock = createStore<ExamClock | undefined>(undefined);
  let isClosed = false;
  const runningPaper = () => {
    const now = flow.get();
    return now.is === 'running' ? now.paper : undefined;
  };
  return {
    flow,
    clock,
    happen: (event) => {
      if (!isClosed) flow.set(stepOfExam(flow.get(), event));
    },
    learn: ({ answer, told }) => {
      if (told) clock.set(learnTime(clock.get(), told));
      return answer;
    },
    isTimeOver: () => {
      const known = clock.get();
      return known !== undefined && secondsLeft(known, performance.now()) === 0;
    },
    runningPaper,
    livePaper: () => {
      const now = flow.get();
      return now.is === 'finishing' ? now.paper : runningPaper();
    },
    close: () => {
      isClosed = true;
    },
    isClosed: () => isClosed,
  };
}
