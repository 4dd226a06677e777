import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { signedIn } from '#web/app/sign-in-state.ts';
import { confirm } from '#web/ui/confirm.ts';

/** Asks before a page with unsaved work is left; whoever lost their sign-in is let through, their draft is kept. */
export function useLeaveGuard(isDirty: () => boolean): void {
  const { t } = useTranslation();
  useBlocker({
    enableBeforeUnload: () => isDirty(),
    shouldBlockFn: async ({ current, next }) => {
      if (!isDirty() || signedIn() === undefined || current.pathname === next.pathname) return false;
      const leave = await confirm({
        title: t('questions.leaveTitle'),
        message: t('questions.leaveText'),
        confirmLabel: t('questions.leave'),
      });
      return !leave;
    },
  });
}
