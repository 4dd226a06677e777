import type { ExamQuestion, LoadedExam } from '#contract/exams.ts';
import { wakeablePause } from '#web/base/delay.ts';
import { forgetSignIn, keepThroughLoss, onSignInChange, signedIn } from '#web/base/sign-in-state.ts';
import type { Store } from '#web/base/store.ts';
import { pauseAfter } from '#web/features/exam/storage/outbox.ts';
import { watchComputer } from './computer-watch.ts';
import {
  codeOf,
  loadSitting,
  type Move,
  outcomeOf,
  readQuestion,
  reportMove,
  type Timed,
} from './exam-calls.ts';
import type { ExamClock } from './exam-clock.ts';
import { createEnding } from './exam-ending.ts';
import { createImageShelf, type ImageShelf } from './exam-images.ts';
import { currentQuestion, imagesOf, indexAfter, type Paper, shownOf } from './exam-paper.ts';
import { type EndCause, type ExamFlow, paperIn } from './exam-reducer.ts';
import { createSending, type DeskOwner } from './exam-sending.ts';
import { openLedger } from './exam-store.ts';
import { anxiousBeat, createHeartbeat } from './heartbeat.ts';
import { createMoveReports } from './move-reports.ts';
import { createReader } from './question-prefetch.ts';

/** One sitting at this computer: everything between the student's hands and the server. */
export type ExamDesk = {
  readonly flow: Store<ExamFlow>;
  readonly clock: Store<ExamClock | undefined>;
  readonly images: ImageShelf;
  readonly tick: (questionId: number, answerId: number) => void;
  /** Puts the question on the screen off; answers whether another one is shown now. */
  readonly skip: () => boolean;
  readonly go: (to: number, move: Move) => void;
  readonly flag: (index: number) => void;
  /** Sends what waits, then hands the exam in. */
  readonly end: (cause: EndCause) => void;
  /** Goes on working while the end still waits for the connection. */
  readonly giveUpEnding: () => void;
  /** Somebody signed in again or wants it tried now. */
  readonly tryNow: () => void;
  /** Loads the sitting anew, as its writer. */
  readonly reload: () => void;
  readonly close: () => void;
};

type DeskParts = DeskOwner & {
  /** All questions stand on one page. */
  readonly whole: boolean;
};

/** Opens a sitting: loads it, fetches its questions ahead, sends what is ticked, watches the time. */
export function openDesk({ whole, ...owner }: DeskParts): ExamDesk {
  const { groupId, userId, storage } = owner;
  const ledger = openLedger();
  const { flow, clock, happen, learn, runningPaper, livePaper, isClosed } = ledger;
  const images = createImageShelf();
  const patience = wakeablePause();
  let shownSince = performance.now();
  let stopKeeping = () => {};

  const elapsed = () => Math.round(performance.now() - shownSince);

  /** The server answered: whatever waited for it goes on. */
  function contactCame(): void {
    const wasGood = livePaper()?.contact.is === 'good';
    happen({ did: 'contactCame' });
    if (wasGood) return;
    sending.wake();
    images.retry();
    reader.goOn();
    const paper = runningPaper();
    const question = paper && currentQuestion(paper);
    if (question && paper.at !== moves.toldIndex()) moves.add('jump', question, paper, elapsed());
  }

  function contactFailed(attempt: number): void {
    happen({ did: 'contactFailed', attempt, at: performance.now() });
    heart.beat();
  }

  /** What a failed call that saves nothing means. */
  function fail(failure: unknown): void {
    const outcome = outcomeOf(failure);
    if (outcome.is === 'takenOver') sending.leave();
    if (outcome.is === 'sitting') happen({ did: 'barred' });
    if (outcome.is === 'signedOut') happen({ did: 'signInLost' });
    if (outcome.is === 'late') void load();
    if (outcome.is === 'unreachable') contactFailed(livePaper()?.contact.is === 'good' ? 1 : 2);
  }

  /** Asks for a question and delivers it; answers whether the server could be asked. */
  async function ask(question: () => Promise<Timed<ExamQuestion | undefined>>): Promise<boolean> {
    try {
      const came = learn(await question());
      if (came) {
        happen({ did: 'delivered', question: came });
        images.want(imagesOf(shownOf(came)));
      }
      contactCame();
      return true;
    } catch (failure) {
      fail(failure);
      return false;
    }
  }
  const read = (paper: Paper, index: number) => ask(() => readQuestion(paper.sitting, index));
  const reader = createReader({ paper: runningPaper, read });
  const moves = createMoveReports({ send: (report) => ask(() => reportMove(report)) });

  // How it stands: asked regularly, and whenever the computer woke up, came online or was looked at again.

  const heart = createHeartbeat({
    isCalm: () => livePaper()?.contact.is === 'good',
    ask: async () => {
      const paper = livePaper();
      if (paper && paper.contact.is !== 'signedOut') await read(paper, paper.at);
      return paper !== undefined && !isClosed();
    },
  });

  const stopWatching = watchComputer({
    onMoment: () => {
      if (ledger.isTimeOver()) void ending.endInTime();
    },
    onLeap: () => void heart.ask(),
    onWake: () => {
      patience.wake();
      sending.wake();
      void heart.ask();
    },
  });

  const sending = createSending({
    ...owner,
    ledger,
    contactCame,
    contactFailed,
    endedElsewhere: () => void load(),
  });

  // Loading and ending.

  async function takeIn(loaded: Timed<LoadedExam>): Promise<void> {
    const exam = loaded.answer;
    const [waiting, flags] = await Promise.all([
      sending.waiting(),
      storage.flagsOf(userId, exam.id).catch(() => []),
    ]);
    if (isClosed()) return;
    if (exam.status === 'Finished') {
      const late = await sending.handOver(waiting);
      return happen({ did: 'loaded', exam, waiting: [], flags, late });
    }
    learn(loaded);
    happen({ did: 'loaded', exam, waiting, flags });
    shownSince = performance.now();
    sending.open(exam, waiting);
    const paper = runningPaper();
    if (!paper) return;
    moves.known(paper.at);
    sending.takeOver(paper);
    stopKeeping();
    stopKeeping = keepThroughLoss(() => happen({ did: 'signInLost' }));
    for (const { shown } of paper.questions) if (shown) images.want(imagesOf(shown));
    reader.goOn();
    heart.beat();
  }

  let isLoading = false;
  async function load(): Promise<void> {
    if (isLoading) return patience.wake();
    isLoading = true;
    await loadUntilThere().finally(() => {
      isLoading = false;
    });
  }
  async function loadUntilThere(): Promise<void> {
    for (let failures = 1; !isClosed(); failures += 1) {
      try {
        return await takeIn(await loadSitting(groupId, whole));
      } catch (failure) {
        const { is } = outcomeOf(failure);
        // Without a paper there is nothing to keep, and Login leads back here.
        if (is === 'signedOut' && !paperIn(flow.get())) return forgetSignIn('lost');
        if (is === 'signedOut') happen({ did: 'signInLost' });
        happen({ did: 'loadFailed', error: codeOf(failure) });
        if (is === 'refused' || is === 'sitting') return;
        await patience.wait(Math.max(anxiousBeat, pauseAfter(failures, Math.random())));
      }
    }
  }

  const ending = createEnding({
    ledger,
    patience,
    drained: sending.drained,
    askTheServer: heart.ask,
    load,
    fail,
  });

  function tryNow(): void {
    const paper = livePaper();
    if (paper) void read(paper, paper.at);
    patience.wake();
    sending.wake();
  }
  // Somebody may sign in again in another tab.
  const stopFollowing = onSignInChange(() => {
    if (livePaper()?.contact.is === 'signedOut' && signedIn()?.actor.userId === userId) tryNow();
  });

  void load();

  return {
    flow,
    clock,
    images,
    tick: (questionId, answerId) => {
      const before = runningPaper();
      happen({ did: 'ticked', questionId, answerId });
      const paper = runningPaper();
      const question = paper?.questions.find(({ id }) => id === questionId);
      if (paper && question && paper.seq !== before?.seq) sending.keep(question, paper, false, elapsed());
    },
    skip: () => {
      const before = runningPaper();
      const question = before && currentQuestion(before);
      if (!question) return false;
      happen({ did: 'skipped', questionId: question.id });
      const paper = runningPaper();
      if (!paper) return false;
      sending.keep(question, paper, true, elapsed());
      const next = indexAfter(paper);
      if (next === undefined) return false;
      happen({ did: 'moved', to: next });
      // The skip itself moves on the server.
      moves.known(next);
      shownSince = performance.now();
      reader.goOn();
      return true;
    },
    go: (to, move) => {
      const before = runningPaper();
      const left = before && currentQuestion(before);
      happen({ did: 'moved', to });
      const paper = runningPaper();
      if (left && paper && paper.at !== before.at) moves.add(move, left, paper, elapsed());
      shownSince = performance.now();
      reader.goOn();
    },
    flag: (index) => {
      happen({ did: 'flagged', index });
      const paper = runningPaper();
      if (!paper) return;
      const indexes = paper.questions.filter(({ flagged }) => flagged).map((question) => question.index);
      void storage.keepFlags(userId, paper.sitting.examId, indexes).catch(() => undefined);
    },
    end: (cause) => void ending.end(cause),
    giveUpEnding: () => happen({ did: 'endGivenUp' }),
    tryNow,
    reload: () => {
      happen({ did: 'retried' });
      void load();
    },
    close: () => {
      ledger.close();
      sending.close();
      patience.wake();
      heart.stop();
      stopWatching();
      stopKeeping();
      stopFollowing();
      images.close();
    },
  };
}
