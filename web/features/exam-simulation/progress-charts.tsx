import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/base/format.ts';
import { currentLanguage } from '#web/base/i18n.ts';
import { useLatestResults } from '#web/sittings/own-result-calls.ts';
import classes from './exam-simulation.module.css';
import { type Progress, pointsOf, progressOf } from './progress.ts';

/** More than a student practises in a year, and still a single request. */
const maxSittings = 200;
const frame = { width: 260, height: 72, margin: 8, left: 16 } as const;
const top = frame.margin;
const bottom = frame.height - frame.margin;

/** The grades as a line on the scale from 1 to 10, with the newest marked. */
function Line({ progress, label }: { readonly progress: Progress; readonly label: string }) {
  const points = pointsOf(progress.grades, frame);
  const newest = points.at(-1);
  return (
    <svg
      className={classes.chart}
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      role="img"
      aria-label={label}
    >
      <path
        className={classes.scale}
        d={`M${frame.left} ${top}H${frame.width}M${frame.left} ${(top + bottom) / 2}H${frame.width}M${frame.left} ${bottom}H${frame.width}`}
      />
      <text className={classes.scaleWord} x={frame.left - 4} y={top}>
        10
      </text>
      <text className={classes.scaleWord} x={frame.left - 4} y={bottom}>
        1
      </text>
      <polyline className={classes.line} points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {points.slice(0, -1).map(({ x, y }) => (
        <circle key={x} className={classes.dot} cx={x} cy={y} r={2.25} />
      ))}
      {newest && <circle className={classes.newest} cx={newest.x} cy={newest.y} r={4} />}
    </svg>
  );
}

/** A small chart per simulated discipline (SIM-1). */
export function ProgressCharts() {
  const { t } = useTranslation();
  const latest = useLatestResults('simulation', maxSittings);
  const all = progressOf(latest.data?.data ?? []);
  if (all.length === 0) return null;
  const shown = (grade: number) => formatNumber(grade, currentLanguage(), 2);
  return (
    <section className={classes.part} aria-labelledby="progress">
      <h2 id="progress" className={classes.heading}>
        {t('simulation.progress')}
      </h2>
      <p className={classes.hint}>{t('simulation.progressHint')}</p>
      <ul className={classes.charts}>
        {all.map((progress) => {
          const { name, grades, last, best } = progress;
          const count = grades.length;
          const label = t('simulation.progressOf', {
            name,
            count,
            first: shown(grades[0] ?? last),
            last: shown(last),
            best: shown(best),
          });
          return (
            <li key={name} className={classes.discipline}>
              <span className={classes.disciplineName}>{name}</span>
              <Line progress={progress} label={label} />
              <span className={classes.figures}>
                <span>{t('simulation.runs', { count })}</span>
                <span>
                  {t('simulation.last')} <strong>{shown(last)}</strong>
                </span>
                <span>
                  {t('simulation.best')} <strong>{shown(best)}</strong>
                </span>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
