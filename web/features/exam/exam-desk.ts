import type { ExamQuestion, LoadedExam } from '#contract/exams.ts';
import { forgetSignIn, keepThroughLoss, onSignInChange, signedIn } from '#web/app/sign-in-state.ts';
import type { Store } from '#web/ui/store.ts';
import { watchComputer } from './computer-watch.ts';
import {
  codeOf,
  loadSitting,
  type Move,
  outcomeOf,
  readQuestion,
  reportMove,
  sendSave,
  type Timed,
} from './exam-calls.ts';
import type { ExamClock } from './exam-clock.ts';
import { createEnding } from './exam-ending.ts';
import { type EndCause, type ExamFlow, paperIn } from './exam-flow.ts';
import { createImageShelf, type ImageShelf } from './exam-images.ts';
import { openLedger } from './exam-ledger.ts';
import {
  currentQuestion,
  imagesOf,
  indexAfter,
  type Paper,
  type PaperQuestion,
  shownOf,
} from './exam-paper.ts';
import type { ExamStorage } from './exam-storage.ts';
import { openTabs } from './exam-tabs.ts';
import { anxiousBeat, createHeartbeat } from './heartbeat.ts';
import { createMoveReports } from './move-reports.ts';
import { createOutbox, type Outbox, pauseAfter, type SendOutcome } from './outbox.ts';
import { createReader } from './question-reader.ts';
import { randomId } from './random-id.ts';
import { sendLeftovers } from './send-leftovers.ts';
import type { UnsentSave } from './unsent-save.ts';
import { wakeablePause } from './wakeable-pause.ts';

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

type DeskParts = {
  readonly groupId: number;
  readonly userId: number;
  /** All questions stand on one page. */
  readonly whole: boolean;
  readonly storage: ExamStorage;
  /** Told when this browser cannot keep what was ticked. */
  readonly tellUnkept: () => void;
};

/** Whoever comes to an exam that is over does not wait longer than this for old answers to leave. */
const handOverMilliseconds = 15_000;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Opens a sitting: loads it, fetches its questions ahead, sends what is ticked, watches the time. */
export function openDesk({ groupId, userId, whole, storage, tellUnkept }: DeskParts): ExamDesk {
  const ledger = openLedger();
  const { flow, clock, happen, learn, runningPaper, livePaper, isClosed } = ledger;
  const images = createImageShelf();
  const patience = wakeablePause();
  let outbox: Outbox | undefined;
  let shownSince = performance.now();
  let stopKeeping = () => {};

  const elapsed = () => Math.round(performance.now() - shownSince);

  /** The server answered: whatever waited for it goes on. */
  function contactCame(): void {
    const wasGood = livePaper()?.contact.is === 'good';
    happen({ did: 'contactCame' });
    if (wasGood) return;
    outbox?.wake();
    images.retry();
    reader.goOn();
    const paper = runningPaper();
    const question = paper && currentQuestion(paper);
    if (question && paper.at !== moves.toldIndex()) moves.add('jump', question, paper, elapsed());
  }

  /** What a failed call that saves nothing means. */
  function fail(failure: unknown): void {
    const outcome = outcomeOf(failure);
    if (outcome.is === 'takenOver') leave();
    if (outcome.is === 'signedOut') happen({ did: 'signInLost' });
    if (outcome.is === 'late') void load();
    if (outcome.is !== 'unreachable') return;
    const attempt = livePaper()?.contact.is === 'good' ? 1 : 2;
    happen({ did: 'contactFailed', attempt, at: performance.now() });
    heart.beat();
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
      outbox?.wake();
      void heart.ask();
    },
  });

  // What is ticked: kept, then sent.

  function settle({ questionId, seq }: UnsentSave, { is }: SendOutcome, attempt: number): void {
    if (is === 'takenOver') leave();
    if (is === 'signedOut') happen({ did: 'signInLost' });
    if (is === 'unreachable') {
      happen({ did: 'saveFailed', questionId });
      happen({ did: 'contactFailed', attempt, at: performance.now() });
      heart.beat();
    }
    if (is === 'stored') happen({ did: 'stored', questionId, seq });
    if (is === 'late' || is === 'refused') happen({ did: 'cameLate', questionId, seq });
    if (is === 'stored' || is === 'late' || is === 'refused') contactCame();
    // An exam that takes no more answers was ended elsewhere.
    if (is === 'late' && outbox?.size() === 0 && flow.get().is === 'running') void load();
  }

  function openOutbox(exam: LoadedExam, saves: readonly UnsentSave[]): void {
    outbox?.stop();
    outbox = createOutbox({
      storage,
      tell: settle,
      tellUnkept,
      send: async (save) => {
        try {
          // One that the page of another exam of the sitting left is sent as that page would have sent it.
          const isOwn = save.examId === exam.id && exam.writer !== null;
          const sent = await sendSave(save, isOwn ? (exam.writer ?? '') : save.writer);
          if (isOwn) learn(sent);
          return { is: 'stored' };
        } catch (failure) {
          return outcomeOf(failure);
        }
      },
    });
    outbox.inherit(saves);
  }

  function keep(question: PaperQuestion, { sitting, seq }: Paper, isSkip: boolean): void {
    void outbox?.add({
      saveId: randomId(),
      userId,
      groupId,
      examId: sitting.examId,
      writer: sitting.writer,
      questionId: question.id,
      index: question.index,
      answers: question.ticked,
      skip: isSkip,
      seq,
      clientTime: new Date().toISOString(),
      timeElapsed: elapsed(),
    });
  }

  /** Another tab or computer writes now: nothing more is sent from here, and what is kept stays for it. */
  function leave(): void {
    const sitting = livePaper()?.sitting;
    if (!sitting) return;
    const left = outbox;
    left?.stop();
    happen({ did: 'takenOver' });
    void left?.allKept().then(() => tabs.say({ ...sitting, is: 'left' }));
  }
  const ownSaves = async () =>
    (await storage.savesOf(userId).catch(() => [])).filter((save) => save.groupId === groupId);
  const tabs = openTabs(({ examId, writer, is }) => {
    const sitting = livePaper()?.sitting;
    if (sitting?.examId !== examId || sitting.writer === writer) return;
    if (is === 'took') leave();
    else
      void ownSaves().then((saves) => {
        const found = outbox?.inherit(saves) ?? [];
        if (found.length > 0) happen({ did: 'found', saves: found });
      });
  });

  // Loading and ending.

  /** Gives the server what this browser still has of an exam that is over; answers how much of it came late. */
  async function handOver(saves: readonly UnsentSave[]): Promise<number> {
    if (saves.length === 0) return 0;
    let late = 0;
    outbox?.stop();
    outbox = sendLeftovers(storage, saves, ({ is }) => {
      if (is === 'late') late += 1;
    });
    await Promise.race([outbox.drained(), pause(handOverMilliseconds)]);
    return late;
  }

  async function takeIn(loaded: Timed<LoadedExam>): Promise<void> {
    const exam = loaded.answer;
    const [waiting, flags] = await Promise.all([
      ownSaves(),
      storage.flagsOf(userId, exam.id).catch(() => []),
    ]);
    if (isClosed()) return;
    if (exam.status === 'Finished') {
      const late = await handOver(waiting);
      return happen({ did: 'loaded', exam, waiting: [], flags, late });
    }
    learn(loaded);
    happen({ did: 'loaded', exam, waiting, flags });
    shownSince = performance.now();
    openOutbox(exam, waiting);
    const paper = runningPaper();
    if (!paper) return;
    moves.known(paper.at);
    tabs.say({ ...paper.sitting, is: 'took' });
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
        if (is === 'refused') return;
        await patience.wait(Math.max(anxiousBeat, pauseAfter(failures, Math.random())));
      }
    }
  }

  const ending = createEnding({
    ledger,
    patience,
    drained: async () => outbox?.drained(),
    askTheServer: heart.ask,
    load,
    fail,
  });

  function tryNow(): void {
    const paper = livePaper();
    if (paper) void read(paper, paper.at);
    patience.wake();
    outbox?.wake();
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
      if (paper && question && paper.seq !== before?.seq) keep(question, paper, false);
    },
    skip: () => {
      const before = runningPaper();
      const question = before && currentQuestion(before);
      if (!question) return false;
      happen({ did: 'skipped', questionId: question.id });
      const paper = runningPaper();
      if (!paper) return false;
      keep(question, paper, true);
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
      outbox?.stop();
      patience.wake();
      heart.stop();
      stopWatching();
      stopKeeping();
      stopFollowing();
      tabs.close();
      images.close();
    },
  };
}
