import { Table, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExamStatistics } from '#contract/statistics.ts';
import { passGrade } from '#domain/scoring/grade.ts';
import shared from '../students-exams.module.css';
import classes from './statistics.module.css';

type GradeHistogramProps = Pick<ExamStatistics, 'distribution' | 'sittings'> & {
  readonly actions: ReactNode;
};

/** The distribution of grades as bars, with the same figures as a table for screen readers. */
export function GradeHistogram({ distribution, sittings, actions }: GradeHistogramProps) {
  const { t } = useTranslation();
  const most = Math.max(1, ...distribution.map(({ count }) => count));
  const range = ({ from, to }: (typeof distribution)[number]) =>
    t(to === 10 ? 'statistics.gradeRangeLast' : 'statistics.gradeRange', { from, to });
  return (
    <section aria-labelledby="statistics-distribution">
      <div className={classes.bar}>
        <h2 id="statistics-distribution" className={shared.heading}>
          {t('statistics.distribution')}
        </h2>
        {actions}
      </div>
      <p className={classes.note}>{t('statistics.rests', { count: sittings })}</p>
      <div className={classes.histogram} aria-hidden>
        {distribution.map((bin) => (
          <div key={bin.from} className={classes.bin} title={range(bin)}>
            <span className={classes.binCount}>{bin.count}</span>
            <span
              className={classes.binBar}
              data-passed={bin.from >= passGrade || undefined}
              style={{ height: `${(100 * bin.count) / most}%` }}
            />
            <span className={classes.binLabel}>
              {bin.from}–{bin.to}
            </span>
          </div>
        ))}
      </div>
      <VisuallyHidden>
        <Table>
          <caption>{t('statistics.distribution')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('statistics.grades')}</th>
              <th scope="col">{t('statistics.count')}</th>
            </tr>
          </thead>
          <tbody>
            {distribution.map((bin) => (
              <tr key={bin.from}>
                <th scope="row">{range(bin)}</th>
                <td>{bin.count}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </VisuallyHidden>
    </section>
  );
}
