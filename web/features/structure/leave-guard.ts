import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { signedIn } from '#web/app/sign-in-state.ts';
import { confirm } from '#web/ui/confirm.ts';

/** Asks before a structure with unsaved changes is left; whoever lost their sign-in is let through. */
export function useLeaveGuard(hasUnsaved: () => boolean): void {
  const { t } = useTranslation();
  useBlocker({
    enableBeforeUnload: hasUnsaved,
    shouldBlockFn: async () => {
      if (!hasUnsaved() || signedIn() === undefined) return false;
      const leave = await confirm({
        title: t('examStructure.leaveTitle'),
        message: t('examStructure.leaveText'),
        confirmLabel: t('examStructure.leave'),
        danger: true,
      });
      return !leave;
    },
  });
}
