import { Table, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExamStatistics } from '#contract/statistics.ts';
import { passGrade } from '#domain/scoring/grade.ts';
import shared from '../students-exams.module.css';
import classes from './statistics.module.css';

type Bins = ExamStatistics['distribution'];
type HistogramProps = {
  readonly of: 'distribution' | 'scores';
  readonly bins: Bins;
  readonly sittings: number;
  readonly actions: ReactNode;
};

const words = {
  distribution: { heads: 'grades', range: 'gradeRange', last: 10 },
  scores: { heads: 'scoreShares', range: 'scoreRange', last: 100 },
} as const;

/** The distribution of grades or scores as bars, with the same figures as a table for screen readers. */
export function Histogram({ of, bins, sittings, actions }: HistogramProps) {
  const { t } = useTranslation();
  const { heads, range: text, last } = words[of];
  const id = `statistics-${of}`;
  const maxCount = Math.max(1, ...bins.map(({ count }) => count));
  const range = ({ from, to }: Bins[number]) =>
    t(`statistics.${to === last ? (`${text}Last` as const) : text}`, { from, to });
  return (
    <section aria-labelledby={id}>
      <div className={classes.bar}>
        <h2 id={id} className={shared.heading}>
          {t(`statistics.${of}`)}
        </h2>
        {actions}
      </div>
      <p className={classes.note}>{t('statistics.rests', { count: sittings })}</p>
      <div
        className={classes.histogram}
        style={{ gridTemplateColumns: `repeat(${bins.length}, minmax(0, 1fr))` }}
        aria-hidden
      >
        {bins.map((bin) => (
          <div key={bin.from} className={classes.bin} title={range(bin)}>
            <span className={classes.binCount}>{bin.count}</span>
            <span
              className={classes.binBar}
              data-failed={(of === 'distribution' && bin.from < passGrade) || undefined}
              style={{ height: `${(100 * bin.count) / maxCount}%` }}
            />
            <span className={classes.binLabel}>
              {bin.from}
              <span className={classes.binEnd}>–{bin.to}</span>
            </span>
          </div>
        ))}
      </div>
      <VisuallyHidden>
        <Table>
          <caption>{t(`statistics.${of}`)}</caption>
          <thead>
            <tr>
              <th scope="col">{t(`statistics.${heads}`)}</th>
              <th scope="col">{t('statistics.count')}</th>
            </tr>
          </thead>
          <tbody>
            {bins.map((bin) => (
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
