import type { ExamQuestion, LoadedExam } from '#contract/exam-taking.ts';
import { interruptibleDelay } from '#web/base/delay.ts';
import { onSessionLost, onSignInChange, signedIn } from '#web/base/sign-in-state.ts';
import type { Store } from '#web/base/store.ts';
import { watchComputer } from './computer-watch.ts';
import { createActions, createStopwatch, type ExamActions } from './exam-actions.ts';
import {
  outcomeOf,
  readQuestion,
  readSitting,
  reportMove,
  sendReviewMarks,
  type TimedResponse,
} from './exam-calls.ts';
import type { ExamClock } from './exam-clock.ts';
import { createEnding } from './exam-ending.ts';
import { createImageCache, type ImageCache } from './exam-images.ts';
import { createLoading } from './exam-loading.ts';
import { currentQuestion, imagesOf, type Paper, shownOf } from './exam-paper.ts';
import { type EndCause, type ExamState, paperIn } from './exam-reducer.ts';
import { type ControllerOwner, createSending } from './exam-sending.ts';
import { createExamStore } from './exam-store.ts';
import { createHeartbeat } from './heartbeat.ts';
import { createMoveReports } from './move-reports.ts';
import { createPrefetch } from './question-prefetch.ts';
import { createReviewMarks } from './review-marks.ts';
import { createUnsentIndex } from './unsent-index.ts';

/** Connects the state of one sitting to the server, the storage, the clock and the other tabs. */
export type ExamController = ExamActions & {
  readonly state: Store<ExamState>;
  readonly clock: Store<ExamClock | undefined>;
  readonly images: ImageCache;
  /** Sends pending saves, then hands the exam in. */
  readonly end: (cause: EndCause) => void;
  /** Returns to the exam while handing in still waits for the connection. */
  readonly giveUpEnding: () => void;
  /** Retries now: after a new sign-in, or on request. */
  readonly tryNow: () => void;
  /** Reloads the sitting as its writer. */
  readonly reload: () => void;
  readonly close: () => void;
};

type ControllerOptions = ControllerOwner & {
  /** All questions are on one page. */
  readonly whole: boolean;
};

/** Loads a sitting, prefetches its questions, sends ticks and watches the time. */
export function createExamController({ whole, ...owner }: ControllerOptions): ExamController {
  const { groupId, userId, storage } = owner;
  const store = createExamStore();
  const { state, clock, dispatch, syncClock, runningPaper, livePaper, isClosed } = store;
  const images = createImageCache();
  const retryDelay = interruptibleDelay();
  const unsentIndex = createUnsentIndex(owner);
  const shownTime = createStopwatch();
  let stopSessionLost = () => {};

  /** The server responded: resumes everything that waited for it. */
  function connectionRestored(): void {
    const wasGood = livePaper()?.connection.status === 'good';
    dispatch({ type: 'connectionRestored' });
    if (wasGood) return;
    sending.wake();
    marks.wake();
    images.retry();
    reader.resume();
    const paper = runningPaper();
    const question = paper && currentQuestion(paper);
    if (question && paper.at !== moves.reportedIndex())
      moves.add('jump', question, paper, shownTime.elapsed());
  }

  function connectionFailed(attempt: number): void {
    dispatch({ type: 'contactFailed', attempt, at: performance.now() });
    heartbeat.beat();
  }

  /** Handles a failed request that saves nothing. */
  function fail(failure: unknown): void {
    const outcome = outcomeOf(failure);
    if (outcome.status === 'takenOver') sending.leave();
    if (outcome.status === 'sitting') dispatch({ type: 'barred' });
    if (outcome.status === 'signedOut') dispatch({ type: 'signInLost' });
    if (outcome.status === 'late') void load();
    if (outcome.status === 'unreachable' && outcome.isHeld) dispatch({ type: 'held' });
    if (outcome.status === 'unreachable') connectionFailed(livePaper()?.connection.status === 'good' ? 1 : 2);
  }

  /** Requests a question and delivers it; returns whether the server responded. */
  async function requestQuestion(
    question: () => Promise<TimedResponse<ExamQuestion | undefined>>,
  ): Promise<boolean> {
    try {
      const came = syncClock(await question());
      if (came) {
        dispatch({ type: 'delivered', question: came });
        images.want(imagesOf(shownOf(came)));
      } else await rereadSitting();
      connectionRestored();
      return true;
    } catch (failure) {
      fail(failure);
      return false;
    }
  }

  /**
   * No question means that the exam is over or that its last question was left, for the summary that is already open.
   * Reading the sitting tells which; loading it would make this page its writer again.
   */
  async function rereadSitting(): Promise<void> {
    const examId = runningPaper()?.sitting.examId;
    const { id, status, scoringMode } = syncClock(await readSitting(groupId));
    const paper = runningPaper();
    // The next part was opened while the server responded.
    if (paper && paper.sitting.examId !== examId) return;
    // A server of the version before does not say it.
    if (scoringMode !== undefined && paper?.sitting.examId === id)
      dispatch({ type: 'scoringRead', scoringMode });
    if (status === 'Finished' || (paper && paper.sitting.examId !== id)) void load();
  }

  const read = (paper: Paper, index: number) => requestQuestion(() => readQuestion(paper.sitting, index));
  const reader = createPrefetch({ paper: runningPaper, read });
  const moves = createMoveReports({
    userId,
    ready: () => sending.drained(),
    send: async (report) => {
      const isReported = await requestQuestion(() => reportMove(report));
      const at = runningPaper()?.at;
      if (isReported && at === (report.to ?? at)) unsentIndex.forget(report.body.examId);
      return isReported;
    },
  });

  const marks = createReviewMarks({
    userId,
    storage,
    send: async (sitting, indexes, seq) => {
      try {
        await sendReviewMarks(sitting, indexes, seq);
        connectionRestored();
        return true;
      } catch (failure) {
        fail(failure);
        return false;
      }
    },
  });

  // Heartbeat: regular, and whenever the computer wakes up, comes online or the page is visible again.

  const heartbeat = createHeartbeat({
    isOnline: () => livePaper()?.connection.status === 'good',
    ask: async () => {
      const paper = livePaper();
      if (paper && paper.connection.status !== 'signedOut') await read(paper, paper.at);
      return paper !== undefined && !isClosed();
    },
  });

  const stopWatching = watchComputer({
    onMoment: () => {
      if (store.isTimeOver()) void ending.endInTime();
    },
    onClockJump: () => void heartbeat.ask(),
    onWake: () => {
      retryDelay.wake();
      sending.wake();
      void heartbeat.ask();
    },
  });

  const sending = createSending({
    ...owner,
    store,
    connectionRestored,
    connectionFailed,
    endedElsewhere: () => void load(),
  });

  const actions = createActions({
    store,
    sending,
    moves,
    marks,
    unsentIndex,
    shownTime,
    prefetch: () => reader.resume(),
    rereadSitting: () => rereadSitting().catch(fail),
  });

  // Loading and ending.

  async function applyLoaded(loaded: TimedResponse<LoadedExam>): Promise<void> {
    const exam = loaded.response;
    const [waiting, reviewMarks, index] = await Promise.all([
      sending.waiting(),
      marks.open(exam),
      unsentIndex.of(exam.id),
    ]);
    if (isClosed()) return;
    if (exam.status === 'Finished') {
      const late = await sending.handOver(waiting);
      return dispatch({ type: 'loaded', exam, waiting: [], reviewMarks, late });
    }
    syncClock(loaded);
    dispatch({ type: 'loaded', exam, waiting, reviewMarks, unsentIndex: index });
    shownTime.restart();
    sending.open(exam, waiting);
    const paper = runningPaper();
    if (!paper) return;
    marks.resend(paper);
    moves.reset();
    moves.known(exam.lastIndex);
    // The pending saves are older than the current question, so the question is reported after them.
    const question = currentQuestion(paper);
    if (question && (waiting.length > 0 || paper.at !== exam.lastIndex))
      moves.add('jump', question, paper, 0);
    sending.takeOver(paper);
    stopSessionLost();
    stopSessionLost = onSessionLost(() => dispatch({ type: 'signInLost' }));
    for (const { shown } of paper.questions) if (shown) images.want(imagesOf(shown));
    reader.resume();
    heartbeat.beat();
  }

  const load = createLoading({ store, groupId, whole, retryDelay, onLoaded: applyLoaded });
  const ending = createEnding({
    store,
    retryDelay,
    drained: sending.drained,
    askTheServer: heartbeat.ask,
    load,
    fail,
  });

  function tryNow(): void {
    const paper = livePaper();
    if (paper) void read(paper, paper.at);
    retryDelay.wake();
    sending.wake();
  }
  // The user may sign in again in another tab.
  const stopFollowing = onSignInChange(() => {
    if (livePaper()?.connection.status === 'signedOut' && signedIn()?.actor.userId === userId) tryNow();
  });

  void load();

  return {
    state,
    clock,
    images,
    ...actions,
    end: (cause) => void ending.end(cause),
    giveUpEnding: () => dispatch({ type: 'endGivenUp' }),
    tryNow,
    reload: () => {
      // Another page may have moved in the meantime, so the server decides the position.
      const left = paperIn(state.get());
      if (left) unsentIndex.forget(left.sitting.examId);
      moves.reset();
      dispatch({ type: 'retried' });
      void load();
    },
    close: () => {
      store.close();
      sending.close();
      retryDelay.wake();
      heartbeat.stop();
      stopWatching();
      stopSessionLost();
      stopFollowing();
      images.close();
    },
  };
}
