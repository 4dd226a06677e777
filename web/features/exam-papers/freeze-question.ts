import { useTranslation } from 'react-i18next';
import type { Template } from '#contract/templates.ts';
import { confirm } from '#web/ui/confirm.ts';

/** Whether printing freezes templates: none of them can still be changed, or the user said yes or no. */
export type FreezeDecision = 'nothing' | 'confirmed' | 'declined';

/** Whether a template could still be changed when it was listed. */
export const couldChange = ({ isPrinted, begun, printed }: Template): boolean =>
  !isPrinted && begun + printed === 0;

/** Asks before templates are frozen by printing them; names those that are no longer what the bank or the exam says. */
export function useFreezeQuestion() {
  const { t } = useTranslation();
  return async (open: readonly Template[]): Promise<FreezeDecision> => {
    if (open.length === 0) return 'nothing';
    const names = (some: readonly Template[]) =>
      some.map(({ number }) => t('templates.title', { number })).join(', ');
    const outdated = open.filter((one) => one.outdated > 0);
    const obsolete = open.filter(({ matchesExam }) => !matchesExam);
    const isSure = await confirm({
      title: t('examPrint.freezeTitle', { count: open.length }),
      message: [
        t('examPrint.freezeText', { templates: names(open) }),
        ...(outdated.length > 0 ? [t('examPrint.freezeOutdated', { templates: names(outdated) })] : []),
        ...(obsolete.length > 0 ? [t('examPrint.freezeObsolete', { templates: names(obsolete) })] : []),
      ].join(' '),
      confirmLabel: t('examPrint.freeze'),
      declineLabel: t('examPrint.freezeNot'),
    });
    return isSure ? 'confirmed' : 'declined';
  };
}
