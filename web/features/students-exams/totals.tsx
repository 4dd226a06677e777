import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { FactList } from '#web/ui/fact-list.tsx';
import { type ResultFilters, useTotals } from './result-calls.ts';
import classes from './students-exams.module.css';

/** How many sat, passed, were absent and so on, for the chosen filters. */
export function Totals({ filters }: { readonly filters: ResultFilters & { readonly search: string } }) {
  const { t } = useTranslation();
  const totals = useTotals(filters).data;
  if (!totals) return null;
  const { sat, passed, mean, absent, running, annulled } = totals;
  const share = sat === 0 ? undefined : Math.round((100 * passed) / sat);
  const facts = [
    ['sat', sat],
    ['passed', share === undefined ? passed : t('studentsExams.share', { count: passed, share })],
    ['mean', mean === null ? '-' : formatNumber(mean, currentLanguage(), 2)],
    ['running', running],
    ['absent', absent],
    ...(annulled > 0 ? ([['annulled', annulled]] as const) : []),
  ] as const;
  return (
    <section aria-label={t('studentsExams.totals')}>
      <FactList
        facts={facts.map(([name, value]) => [t(`studentsExams.total_${name}`), value])}
        className={classes.totals}
      />
    </section>
  );
}
