import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { addressOf } from '#domain/access/addresses.ts';
import { formatDate, formatNumber } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { useLatestResults } from '#web/sittings/own-result-calls.ts';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import dashboard from './dashboard.module.css';
import classes from './student-board.module.css';
import { useAppointedExams } from './student-calls.ts';

const shown = 3;

/** The latest grades; renders nothing when there are none. */
export function LatestResults() {
  const { t } = useTranslation();
  const appointed = useAppointedExams();
  // Everything else is closed to a student while their exam runs.
  const sits = appointed.data?.detail.exams.some(({ status }) => status === 'Started') ?? false;
  const latest = useLatestResults('official', shown, !appointed.isPending && !sits);
  const rows = latest.data?.data ?? [];
  if (rows.length === 0) return null;
  return (
    <section className={dashboard.enrolment} aria-labelledby="latest">
      <h2 id="latest" className={dashboard.heading}>
        {t('dashboard.latest')}
      </h2>
      <ul className={classes.results}>
        {rows.map(({ disciplineName, grade, exam }) => (
          <li key={exam.id} className={classes.resultLine}>
            <span className={classes.words}>
              <span>{disciplineName}</span>
              <span className={classes.quiet}>{formatDate(exam.date)}</span>
            </span>
            <strong className={classes.resultGrade}>
              {grade === null ? '-' : formatNumber(grade, currentLanguage(), 2)}
            </strong>
          </li>
        ))}
      </ul>
      <Anchor component={ScreenLink} href={addressOf('ExamsPreview')}>
        {t('dashboard.allResults')}
      </Anchor>
    </section>
  );
}
