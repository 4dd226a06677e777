import type { SaveBody } from '#contract/exam-taking.ts';
import type { Move, MoveReport } from './exam-calls.ts';
import type { Paper, PaperQuestion } from './exam-paper.ts';
import { randomId } from './random-id.ts';

type ReportDeps = {
  readonly userId: number;
  /** Resolves when no tick is pending: a move is reported after the ticks made before it. */
  readonly ready: () => Promise<void>;
  /** Sends a report; returns whether the server received it. */
  readonly send: (report: MoveReport) => Promise<boolean>;
};

export type MoveReports = {
  /** The student moved from one question to another, or past the last one. */
  readonly add: (move: Move, left: PaperQuestion, paper: Paper, timeElapsed: number, to?: 'past') => void;
  /**
   * A skip moves the position on the server too. A report that is on its way may arrive after it, so the new position is
   * then reported as well: returns whether it is.
   */
  readonly skipped: (left: PaperQuestion, paper: Paper, timeElapsed: number) => boolean;
  /** The server already knows the current question. */
  readonly known: (index: number) => void;
  /** The question the server believes to be on screen. */
  readonly reportedIndex: () => number;
  /** Resets everything because the exam is loaded again. */
  readonly reset: () => void;
};

/**
 * The spec's whole body for the question that is left. It carries the sequence of that question's last tick, so a move
 * never changes ticks. It sends no ticks for a question that was not delivered.
 */
const moveBodyOf = (
  left: PaperQuestion,
  { sitting }: Paper,
  userId: number,
  timeElapsed: number,
): SaveBody => ({
  examId: sitting.examId,
  prevQuestId: left.id,
  currentAnswerChekedIds: left.shown ? [...left.ticked] : null,
  index: left.index,
  user: userId,
  isSkiped: false,
  haveAnyAnswer: left.answered,
  clientTime: new Date().toISOString(),
  timeElapsed,
  saveId: randomId(),
  seq: left.seq === 0 ? null : left.seq,
  writer: sitting.writer,
});

/**
 * Reports the current question to the server, so that another computer can resume there. Only the last position counts:
 * a pending report is replaced when the student moves on.
 */
export function createMoveReports({ userId, ready, send }: ReportDeps): MoveReports {
  let pending: MoveReport | undefined;
  let isSending = false;
  let reported = 0;
  /** Counts the loads of the exam: reports pending from an earlier load are dropped. */
  let loads = 0;

  async function work(): Promise<void> {
    if (isSending) return;
    isSending = true;
    const own = loads;
    await ready();
    for (let report = pending; report && own === loads; report = pending) {
      pending = undefined;
      const isReported = await send(report);
      if (isReported && own === loads) reported = report.to ?? report.body.index ?? 0;
      await ready();
    }
    if (own === loads) isSending = false;
  }

  const add: MoveReports['add'] = (move, left, paper, timeElapsed, to) => {
    pending = {
      move: pending === undefined || to === 'past' ? move : 'jump',
      to: to === 'past' ? undefined : paper.at,
      body: moveBodyOf(left, paper, userId, timeElapsed),
    };
    void work();
  };

  return {
    add,
    skipped: (left, paper, timeElapsed) => {
      if (isSending) add('jump', left, paper, timeElapsed);
      else reported = paper.at;
      return isSending;
    },
    known: (index) => {
      reported = index;
    },
    reportedIndex: () => reported,
    reset: () => {
      loads += 1;
      pending = undefined;
      isSending = false;
      reported = 0;
    },
  };
}
