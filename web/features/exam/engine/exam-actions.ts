import type { Move } from './exam-calls.ts';
import { currentQuestion, indexAfter } from './exam-paper.ts';
import type { ExamSending } from './exam-sending.ts';
import type { ExamStore } from './exam-store.ts';
import type { MoveReports } from './move-reports.ts';
import type { ReviewMarks } from './review-marks.ts';
import type { UnsentIndex } from './unsent-index.ts';

/** Milliseconds since the last load or move; also while hidden. */
type Stopwatch = { readonly elapsed: () => number; readonly restart: () => void };

export function createStopwatch(): Stopwatch {
  let since = performance.now();
  return {
    elapsed: () => Math.round(performance.now() - since),
    restart: () => {
      since = performance.now();
    },
  };
}

/** What the student does with the questions of a running exam. */
export type ExamActions = {
  readonly tick: (questionId: number, answerId: number) => void;
  /** Skips the current question; returns whether another one is on screen now. */
  readonly skip: () => boolean;
  readonly go: (to: number, move: Move) => void;
  /** Shows the unanswered questions before the exam is handed in. */
  readonly openSummary: () => void;
  readonly toggleReviewMark: (index: number) => void;
};

type ActionDeps = {
  readonly store: ExamStore;
  readonly sending: ExamSending;
  readonly moves: MoveReports;
  readonly marks: ReviewMarks;
  readonly unsentIndex: UnsentIndex;
  readonly shownTime: Stopwatch;
  /** Fetches the questions that are still missing, the current one first. */
  readonly prefetch: () => void;
  readonly rereadSitting: () => Promise<void>;
};

/** Applies what the student does to the state, and hands it to what sends it. */
export function createActions(deps: ActionDeps): ExamActions {
  const { sending, moves, marks, unsentIndex, shownTime, prefetch, rereadSitting } = deps;
  const { dispatch, runningPaper } = deps.store;
  return {
    tick: (questionId, answerId) => {
      const before = runningPaper();
      dispatch({ type: 'ticked', questionId, answerId });
      const paper = runningPaper();
      const question = paper?.questions.find(({ id }) => id === questionId);
      if (paper && question && paper.seq !== before?.seq)
        sending.keep(question, paper, false, shownTime.elapsed());
    },
    skip: () => {
      const before = runningPaper();
      const question = before && currentQuestion(before);
      if (!question) return false;
      dispatch({ type: 'skipped', questionId: question.id });
      const paper = runningPaper();
      if (!paper) return false;
      sending.keep(question, paper, true, shownTime.elapsed());
      const next = indexAfter(paper);
      if (next === undefined) return false;
      dispatch({ type: 'moved', to: next });
      const moved = runningPaper();
      if (moved) {
        unsentIndex.keep(moved.sitting.examId, moved.at);
        if (!moves.skipped(currentQuestion(paper) ?? question, moved, shownTime.elapsed()))
          void sending.drained().then(() => {
            if (runningPaper()?.at === next) unsentIndex.forget(paper.sitting.examId);
          });
      }
      shownTime.restart();
      prefetch();
      return true;
    },
    go: (to, move) => {
      const before = runningPaper();
      const left = before && currentQuestion(before);
      dispatch({ type: 'moved', to });
      const paper = runningPaper();
      if (left && paper && paper.at !== before.at) {
        unsentIndex.keep(paper.sitting.examId, paper.at);
        moves.add(move, left, paper, shownTime.elapsed());
      }
      shownTime.restart();
      prefetch();
    },
    openSummary: () => {
      const paper = runningPaper();
      const last = paper && currentQuestion(paper);
      if (last && paper.page === 'question' && paper.at === paper.questions.length)
        moves.add('next', last, paper, shownTime.elapsed(), 'past');
      // It says which ticks earn nothing, and the scoring mode may have been corrected since the exam was loaded.
      else void rereadSitting();
      dispatch({ type: 'opened', page: 'summary' });
    },
    toggleReviewMark: (index) => {
      dispatch({ type: 'reviewMarkToggled', index });
      const paper = runningPaper();
      if (paper) marks.add(paper);
    },
  };
}
