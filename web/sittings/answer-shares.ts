import { useTranslation } from 'react-i18next';
import type { QuestionStatistics } from '#contract/statistics.ts';

type Answer = QuestionStatistics['answers'][number];
/** How many were shown an answer and how many chose it. */
export type GroupUse = NonNullable<Answer['upper']>;

/** The use of an answer by all; null when too few were shown it. */
export const allUse = ({ shown, ticked }: Answer): GroupUse | null =>
  ticked === null ? null : { shown, ticked };

/** The share that chose an answer; undefined when too few were shown it, or nobody of the group. */
export const shareOf = (use: GroupUse | null): number | undefined =>
  use === null || use.shown === 0 ? undefined : use.ticked / use.shown;

/** The share as text: "too few" when too few were shown the answer (RESU-5). */
export function useShareText() {
  const { t } = useTranslation();
  return (use: GroupUse | null): string => {
    if (use === null) return t('statistics.tooFew');
    const share = shareOf(use);
    return share === undefined ? '-' : t('statistics.percent', { value: Math.round(100 * share) });
  };
}
