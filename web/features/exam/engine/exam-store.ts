import { createStore, type Store } from '#web/base/store.ts';
import type { TimedResponse } from './exam-calls.ts';
import { type ExamClock, secondsLeft, updateClock } from './exam-clock.ts';
import type { Paper } from './exam-paper.ts';
import { type ExamAction, type ExamState, examReducer } from './exam-reducer.ts';

/** The state of a sitting on this computer, changed only by dispatching actions. */
export type ExamStore = {
  readonly state: Store<ExamState>;
  readonly clock: Store<ExamClock | undefined>;
  readonly dispatch: (action: ExamAction) => void;
  /** Updates the clock from the timing of a response and returns the response. */
  readonly syncClock: <T>(timed: TimedResponse<T>) => T;
  readonly isTimeOver: () => boolean;
  /** The paper while it can be answered. */
  readonly runningPaper: () => Paper | undefined;
  /** The paper while it still needs the server. */
  readonly livePaper: () => Paper | undefined;
  /** Ignores everything dispatched from now on. */
  readonly close: () => void;
  readonly isClosed: () => boolean;
};

export function createExamStore(): ExamStore {
  const state = createStore<ExamState>({ status: 'loading' });
  const clock = createStore<ExamClock | undefined>(undefined);
  let isClosed = false;
  const runningPaper = () => {
    const now = state.get();
    return now.status === 'running' ? now.paper : undefined;
  };
  return {
    state,
    clock,
    dispatch: (action) => {
      if (!isClosed) state.set(examReducer(state.get(), action));
    },
    syncClock: ({ response, timing }) => {
      if (timing) clock.set(updateClock(clock.get(), timing));
      return response;
    },
    isTimeOver: () => {
      const known = clock.get();
      return known !== undefined && secondsLeft(known, performance.now()) === 0;
    },
    runningPaper,
    livePaper: () => {
      const now = state.get();
      return now.status === 'finishing' ? now.paper : runningPaper();
    },
    close: () => {
      isClosed = true;
    },
    isClosed: () => isClosed,
  };
}
