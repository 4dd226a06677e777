import type { Move, MoveReport } from './exam-calls.ts';
import type { Paper, PaperQuestion } from './exam-paper.ts';
import { randomId } from './random-id.ts';

type ReportParts = {
  /** Tells the server; answers whether it heard. */
  readonly send: (report: MoveReport) => Promise<boolean>;
};

export type MoveReports = {
  /** A student went from one question to the one the paper shows now. */
  readonly add: (move: Move, left: PaperQuestion, paper: Paper, timeElapsed: number) => void;
  /** The server knows by other means which question is on the screen. */
  readonly known: (index: number) => void;
  /** Which question the server believes to be on the screen. */
  readonly reportedIndex: () => number;
};

/**
 * Tells the server which question is on the screen, so that another computer can go on there. Only the last place counts:
 * what was not told yet when the student moves on is not told any more.
 */
export function createMoveReports({ send }: ReportParts): MoveReports {
  let pending: MoveReport | undefined;
  let isSending = false;
  let reported = 0;

  async function work(): Promise<void> {
    if (isSending) return;
    isSending = true;
    for (let report = pending; report; report = pending) {
      pending = undefined;
      if (await send(report)) reported = report.to;
    }
    isSending = false;
  }

  return {
    add: (move, left, paper, timeElapsed) => {
      pending = {
        move: pending === undefined ? move : 'jump',
        examId: paper.sitting.examId,
        writer: paper.sitting.writer,
        leftId: left.id,
        leftIndex: left.index,
        to: paper.at,
        saveId: randomId(),
        clientTime: new Date().toISOString(),
        timeElapsed,
      };
      void work();
    },
    known: (index) => {
      reported = index;
    },
    reportedIndex: () => reported,
  };
}
