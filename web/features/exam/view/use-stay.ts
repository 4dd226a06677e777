import { useBlocker } from '@tanstack/react-router';
import { t } from '#web/base/i18n.ts';
import { signedIn } from '#web/base/sign-in-state.ts';
import { type Paper, tallyOf } from '#web/features/exam/engine/exam-paper.ts';
import { confirm } from '#web/ui/confirm.ts';

/**
 * Asks before a running exam is left, mainly by the browser's Back button, because its time keeps running. Asks before
 * closing or reloading the page only while saves are unsent, because the page would not load again offline.
 */
export function useStay(paper: Paper | undefined): void {
  useBlocker({
    enableBeforeUnload: () => paper !== undefined && tallyOf(paper).unsent > 0,
    shouldBlockFn: async ({ current, next }) => {
      if (!paper || signedIn() === undefined || current.pathname === next.pathname) return false;
      return !(await confirm({
        title: t('exam.leaveTitle'),
        message: t(paper.sitting.kind === 'official' ? 'exam.leaveText' : 'exam.leavePracticeText'),
        confirmLabel: t('exam.leaveConfirm'),
        declineLabel: t('exam.leaveNot'),
      }));
    },
  });
}
