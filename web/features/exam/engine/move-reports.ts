import type { SaveBody } from '#contract/exam-taking.ts';
import type { Move, MoveReport } from './exam-calls.ts';
import type { Paper, PaperQuestion } from './exam-paper.ts';
import { randomId } from './random-id.ts';

type ReportParts = {
  /** Whose exam it is. */
  readonly userId: number;
  /** Resolves when nothing ticked waits to be sent: the last place is told after the ticks made on the way. */
  readonly ready: () => Promise<void>;
  /** Tells the server; answers whether it heard. */
  readonly send: (report: MoveReport) => Promise<boolean>;
};

export type MoveReports = {
  /** A student went from one question to another, or past the last one. */
  readonly add: (move: Move, left: PaperQuestion, paper: Paper, timeElapsed: number, to?: 'past') => void;
  /** The server knows by other means which question is on the screen. */
  readonly known: (index: number) => void;
  /** Which question the server believes to be on the screen. */
  readonly reportedIndex: () => number;
  /** Forgets everything: the exam is loaded anew. */
  readonly reset: () => void;
};

/**
 * The spec's whole body for a question that is left. Its sequence is that of the question's last tick, so that a move never
 * changes ticks; of a question that was not delivered nothing is said.
 */
const bodyOf = (left: PaperQuestion, { sitting }: Paper, userId: number, timeElapsed: number): SaveBody => ({
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
 * Tells the server which question is on the screen, so that another computer can go on there. Only the last place counts:
 * what was not told yet when the student moves on is not told any more.
 */
export function createMoveReports({ userId, ready, send }: ReportParts): MoveReports {
  let pending: MoveReport | undefined;
  let isSending = false;
  let reported = 0;
  /** How often the exam was loaded: what an earlier load still waits for is not told any more. */
  let loads = 0;

  async function work(): Promise<void> {
    if (isSending) return;
    isSending = true;
    const own = loads;
    await ready();
    for (let report = pending; report && own === loads; report = pending) {
      pending = undefined;
      const isTold = await send(report);
      if (isTold && own === loads) reported = report.to ?? report.body.index ?? 0;
      await ready();
    }
    if (own === loads) isSending = false;
  }

  return {
    add: (move, left, paper, timeElapsed, to) => {
      pending = {
        move: pending === undefined || to === 'past' ? move : 'jump',
        to: to === 'past' ? undefined : paper.at,
        body: bodyOf(left, paper, userId, timeElapsed),
      };
      void work();
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
