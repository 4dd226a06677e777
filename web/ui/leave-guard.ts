import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { signedIn } from '#web/base/sign-in-state.ts';
import { confirm } from './confirm.ts';

type Move = { readonly current: { readonly pathname: string }; readonly next: { readonly pathname: string } };

/** Another path is another page; a changed query usually is not. */
const toAnotherPath = ({ current, next }: Move) => current.pathname !== next.pathname;

/** Asks before a page with unsaved work is left, saying what happens to it; does not ask after a lost sign-in. */
export function useLeaveGuard(
  hasUnsaved: () => boolean,
  text: string,
  leaves: (move: Move) => boolean = toAnotherPath,
): void {
  const { t } = useTranslation();
  useBlocker({
    enableBeforeUnload: hasUnsaved,
    shouldBlockFn: async (move) => {
      if (!hasUnsaved() || signedIn() === undefined || !leaves(move)) return false;
      const leave = await confirm({
        title: t('common.leaveTitle'),
        message: text,
        confirmLabel: t('common.leave'),
        declineLabel: t('common.stay'),
        danger: true,
      });
      return !leave;
    },
  });
}
