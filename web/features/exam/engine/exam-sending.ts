import type { LoadedExam } from '#contract/exam-taking.ts';
import { delay } from '#web/base/delay.ts';
import type { ExamStorage } from '#web/features/exam/storage/exam-storage.ts';
import { createOutbox, type Outbox, type SendOutcome } from '#web/features/exam/storage/outbox.ts';
import type { UnsentSave } from '#web/features/exam/storage/unsent-save.ts';
import { outcomeOf, sendSave } from './exam-calls.ts';
import type { Paper, PaperQuestion } from './exam-paper.ts';
import type { ExamStore } from './exam-store.ts';
import { openTabs } from './exam-tabs.ts';
import { randomId } from './random-id.ts';
import { sendLeftovers } from './send-leftovers.ts';

/** The student who sits the exam, and the storage in which ticks outlive the page. */
export type ControllerOwner = {
  readonly groupId: number;
  readonly userId: number;
  readonly storage: ExamStorage;
  /** Called when this browser cannot store a tick. */
  readonly onStorageFailed: () => void;
};

type SendingDeps = ControllerOwner & {
  readonly store: ExamStore;
  /** The server responded to a save. */
  readonly connectionRestored: () => void;
  /** The server was unreachable `attempt` times in a row. */
  readonly connectionFailed: (attempt: number) => void;
  /** The exam takes no more answers, but it was not ended here. */
  readonly endedElsewhere: () => void;
};

/** Stores each tick, then sends it. The next writer of the exam sends what is left. */
export type ExamSending = {
  /** The saves of this sitting in this browser that the server has not acknowledged. */
  readonly waiting: () => Promise<readonly UnsentSave[]>;
  /** Starts sending as the writer of the loaded exam, pending saves first. */
  readonly open: (exam: LoadedExam, waiting: readonly UnsentSave[]) => void;
  readonly keep: (question: PaperQuestion, paper: Paper, isSkip: boolean, elapsed: number) => void;
  /** Sends what is left of an exam that is over; returns how many saves came late. */
  readonly handOver: (saves: readonly UnsentSave[]) => Promise<number>;
  /** Tells the other tabs that this one is the writer now. */
  readonly takeOver: (paper: Paper) => void;
  /** Another tab or computer is the writer now: stops sending, and leaves unsent saves in storage for it. */
  readonly leave: () => void;
  readonly wake: () => void;
  readonly drained: () => Promise<void>;
  readonly close: () => void;
};

/** The longest wait for old saves to be sent when the exam is already over. */
const handOverMilliseconds = 15_000;

export function createSending(deps: SendingDeps): ExamSending {
  const { store, groupId, userId, storage, onStorageFailed } = deps;
  const { state, dispatch, syncClock, livePaper } = store;
  let outbox: Outbox | undefined;

  function settle({ questionId, seq }: UnsentSave, outcome: SendOutcome, attempt: number): void {
    const { status } = outcome;
    if (status === 'takenOver') leave();
    if (status === 'sitting') dispatch({ type: 'barred' });
    if (status === 'signedOut') dispatch({ type: 'signInLost' });
    if (outcome.status === 'unreachable') {
      if (outcome.isHeld) dispatch({ type: 'held' });
      dispatch({ type: 'saveFailed', questionId });
      deps.connectionFailed(attempt);
    }
    if (status === 'stored') dispatch({ type: 'stored', questionId, seq });
    if (status === 'refused') dispatch({ type: 'saveFailed', questionId });
    if (status === 'late') dispatch({ type: 'cameLate', questionId, seq });
    if (status === 'stored' || status === 'late' || status === 'refused') deps.connectionRestored();
    if (status === 'late' && outbox?.size() === 0 && state.get().status === 'running') deps.endedElsewhere();
  }

  function leave(): void {
    const sitting = livePaper()?.sitting;
    if (!sitting) return;
    const left = outbox;
    left?.stop();
    dispatch({ type: 'takenOver' });
    void left?.allStored().then(() => tabs.post({ ...sitting, is: 'left' }));
  }

  const waiting = async () =>
    (await storage.savesOf(userId).catch(() => [])).filter((save) => save.groupId === groupId);

  const tabs = openTabs(({ examId, writer, is }) => {
    const sitting = livePaper()?.sitting;
    if (sitting?.examId !== examId || sitting.writer === writer) return;
    if (is === 'took') leave();
    else
      void waiting().then((saves) => {
        const found = outbox?.inherit(saves) ?? [];
        if (found.length > 0) dispatch({ type: 'found', saves: found });
      });
  });

  return {
    waiting,
    open: (exam, saves) => {
      outbox?.stop();
      outbox = createOutbox({
        storage,
        onOutcome: settle,
        onStorageFailed,
        send: async (save) => {
          try {
            // A save left by the page of another exam of the sitting is sent with that page's writer.
            const isOwn = save.examId === exam.id && exam.writer !== null;
            const sent = await sendSave(save, isOwn ? (exam.writer ?? '') : save.writer);
            if (isOwn) syncClock(sent);
            return { status: 'stored' };
          } catch (failure) {
            return outcomeOf(failure);
          }
        },
      });
      outbox.inherit(saves);
    },
    keep: (question, { sitting, seq }, isSkip, timeElapsed) => {
      void outbox?.add({
        saveId: randomId(),
        userId,
        groupId,
        examId: sitting.examId,
        writer: sitting.writer,
        questionId: question.id,
        index: question.index,
        answers: question.shown ? question.ticked : null,
        answered: question.answered,
        skip: isSkip,
        seq,
        clientTime: new Date().toISOString(),
        timeElapsed,
      });
    },
    handOver: async (saves) => {
      if (saves.length === 0) return 0;
      let late = 0;
      outbox?.stop();
      outbox = sendLeftovers(storage, saves, ({ status }) => {
        if (status === 'late') late += 1;
      });
      await Promise.race([outbox.drained(), delay(handOverMilliseconds)]);
      return late;
    },
    takeOver: ({ sitting }) => tabs.post({ ...sitting, is: 'took' }),
    leave,
    wake: () => outbox?.wake(),
    drained: async () => outbox?.drained(),
    close: () => {
      outbox?.stop();
      tabs.close();
    },
  };
}
