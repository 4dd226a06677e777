import { useMemo } from 'react';
import { asksBeforeLeaving } from '#domain/exam-taking/leaving.ts';
import { t } from '#web/base/i18n.ts';
import type { Move } from '#web/features/exam/engine/exam-calls.ts';
import type { ExamController } from '#web/features/exam/engine/exam-controller.ts';
import { currentQuestion, indexAfter, type Paper, tallyOf } from '#web/features/exam/engine/exam-paper.ts';
import { confirm } from '#web/ui/confirm.ts';

/** The student's actions on the questions, including their confirmations. */
export type ExamSteps = {
  readonly next: () => void;
  readonly back: () => void;
  readonly jump: (index: number) => void;
  readonly skip: () => void;
  /** Shows the summary, from which the exam is handed in. */
  readonly review: () => void;
  /** Hands in the exam, or this part of it. */
  readonly finish: () => void;
  /** Toggles the answer at an index of the current question. */
  readonly tickAt: (index: number) => boolean;
  readonly toggleReviewMark: () => void;
};

type StepsOptions = {
  readonly controller: ExamController;
  /** All questions are on one page. */
  readonly whole: boolean;
  /** Whether the summary can be shown. */
  readonly hasSummary: boolean;
};

/** Whether the current question may be left; asks when nothing is ticked (EXAM-6). */
async function mayLeave(paper: Paper): Promise<boolean> {
  const question = currentQuestion(paper);
  if (!question || paper.page !== 'question') return true;
  const { index, answered, skipped } = question;
  const left = {
    index,
    answered: answered || skipped,
    showsCount: paper.sitting.showsCount,
    timeIsOut: false,
  };
  if (!asksBeforeLeaving(left)) return true;
  return confirm({
    title: t('exam.noAnswerTitle'),
    message: t('exam.noAnswerOnPrevQuestion', { index }),
    confirmLabel: t('exam.leaveUnanswered'),
    declineLabel: t('exam.stayUnanswered'),
  });
}

/** The label for handing in; of several parts it names the part, and the last one ends the whole exam. */
export const finishLabel = ({ sitting: { groupExams, examIndex } }: Paper): string => {
  if (examIndex < groupExams.length) return t('exam.finishPart', { index: examIndex });
  return t(groupExams.length > 1 ? 'exam.finishAll' : 'exam.finish');
};

/** Asks whether to hand the exam in; more insistently where answers are missing (EXAM-7). */
function wantsToFinish(paper: Paper): Promise<boolean> {
  const { unanswered, oneTick, forReview, unsent } = tallyOf(paper);
  const { examIndex, groupExams } = paper.sitting;
  const parts = groupExams.length;
  const message = [
    unanswered > 0 ? t('exam.finishUnanswered', { count: unanswered }) : t('exam.finishText'),
    oneTick > 0 && t('exam.finishOneTick', { count: oneTick }),
    forReview > 0 && t('exam.finishForReview', { count: forReview }),
    unsent > 0 && t('exam.finishUnsent'),
    examIndex < parts && t('exam.finishNext', { index: examIndex + 1 }),
  ];
  return confirm({
    title:
      examIndex < parts
        ? t('exam.finishPartTitle', { index: examIndex, count: parts })
        : t('exam.finishTitle'),
    message: message.filter((sentence) => sentence !== false).join(' '),
    confirmLabel: unanswered > 0 ? t('exam.finishConfirmUnanswered') : finishLabel(paper),
    declineLabel: t('exam.finishNot'),
    danger: unanswered > 0,
  });
}

function stepsOf({ controller, whole, hasSummary }: StepsOptions): ExamSteps {
  const paperNow = (): Paper | undefined => {
    const state = controller.state.get();
    return state.status === 'running' ? state.paper : undefined;
  };
  const go = async (to: number | undefined, move: Move) => {
    const paper = paperNow();
    if (!paper || to === undefined) return;
    // On a page with all questions, focusing another question does not leave this one.
    if (whole || (await mayLeave(paper))) controller.go(to, move);
  };
  const finish = async () => {
    const paper = paperNow();
    if (paper && (await wantsToFinish(paper))) controller.end('student');
  };
  // Until the summary chunk is loaded, only the confirmation is available.
  const review = () => {
    if (hasSummary) controller.openSummary();
    else void finish();
  };
  const next = async (paper: Paper) => {
    if (paper.page === 'opening') return controller.go(paper.at, 'jump');
    if (paper.page === 'summary') return;
    const to = indexAfter(paper);
    if (to !== undefined) return go(to, to === paper.at + 1 ? 'next' : 'jump');
    if (whole || (await mayLeave(paper))) review();
  };
  return {
    next: () => {
      const paper = paperNow();
      if (paper) void next(paper);
    },
    back: () => {
      const paper = paperNow();
      if (paper?.page === 'summary') controller.go(paper.at, 'jump');
      else if (paper?.page === 'question' && paper.at > 1) void go(paper.at - 1, 'back');
    },
    jump: (index) => {
      const paper = paperNow();
      if (paper && (index !== paper.at || paper.page !== 'question')) void go(index, 'jump');
    },
    skip: () => {
      if (paperNow()?.page === 'question' && !controller.skip()) review();
    },
    review,
    finish: () => void finish(),
    tickAt: (index) => {
      const paper = paperNow();
      if (paper?.page !== 'question') return false;
      const question = currentQuestion(paper);
      const answer = question?.shown?.answers[index];
      if (!question || !answer) return false;
      controller.tick(question.id, answer.id);
      return true;
    },
    toggleReviewMark: () => {
      const paper = paperNow();
      if (paper?.page === 'question') controller.toggleReviewMark(paper.at);
    },
  };
}

export const useExamSteps = ({ controller, whole, hasSummary }: StepsOptions): ExamSteps =>
  useMemo(() => stepsOf({ controller, whole, hasSummary }), [controller, whole, hasSummary]);
