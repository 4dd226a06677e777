import { useTranslation } from 'react-i18next';
import { formatDate, formatTime } from '#web/base/format.ts';
import cards from '#web/crud/row-cards.module.css';
import { figure, ResultName, type ResultRowsProps } from './result-table.tsx';
import classes from './results.module.css';

/** Results as compact cards, for narrow screens. */
export function ResultCards({ rows, placeOf, label }: ResultRowsProps) {
  const { t } = useTranslation();
  return (
    <ul className={cards.cards} aria-label={label}>
      {rows.map((row) => {
        const facts = [
          [t('examResult.exam'), row.examName],
          [t('examResult.date'), formatDate(row.exam.date)],
          [t('examResult.start'), formatTime(row.exam.serverStartTime)],
          [
            t('examResult.stop'),
            row.exam.serverStopTime === null
              ? t('examResult.notFinished')
              : formatTime(row.exam.serverStopTime),
          ],
          [t('examResult.score'), `${figure(row.exam.score)} / ${figure(row.exam.maxPoints)}`],
          [t('examResult.id'), row.exam.id],
        ] as const;
        return (
          <li key={row.exam.id} className={cards.card}>
            <div className={classes.cardHead}>
              <ResultName row={row} placeOf={placeOf} className={cards.name} />
              <span className={classes.cardGrade}>
                <span className={classes.cardGradeLabel}>{t('examResult.grade')}</span> {figure(row.grade)}
              </span>
            </div>
            <dl className={cards.facts}>
              {facts.map(([name, value]) => (
                <div key={name} className={cards.fact}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </li>
        );
      })}
    </ul>
  );
}
