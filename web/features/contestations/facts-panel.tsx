import { useTranslation } from 'react-i18next';
import type { TechnicalFacts } from '#contract/contestations.ts';
import { formatDateTime, formatTime } from '#web/base/format.ts';
import classes from './contest.module.css';

/** What the system knows about the technical side of an exam. */
export function FactsPanel({ facts, hint }: { readonly facts: TechnicalFacts; readonly hint?: string }) {
  const { t } = useTranslation();
  const { losses, takeovers, late, credited } = facts;
  const lines = [
    ...losses.map(({ at, seconds }) => t('contestation.factLoss', { seconds, time: formatTime(at) })),
    ...takeovers.map(({ at }) => t('contestation.factTakeover', { time: formatTime(at) })),
    ...late.map(({ at, question, answers }) =>
      t('contestation.factLate', {
        question: question ?? '-',
        answers: answers || '-',
        time: formatTime(at),
      }),
    ),
    ...credited.map(({ at, minutes }) => t('contestation.factCredited', { minutes, time: formatTime(at) })),
  ];
  return (
    <section className={classes.panel} aria-label={t('contestation.facts')}>
      <h2>{t('contestation.facts')}</h2>
      <ul className={classes.lines}>
        <li>
          {t('contestation.factStarted', {
            from: formatDateTime(facts.startedAt),
            to: formatDateTime(facts.finishedAt),
          })}
        </li>
        {lines.length === 0 ? (
          <li>{t('contestation.factNone')}</li>
        ) : (
          lines.map((line) => <li key={line}>{line}</li>)
        )}
      </ul>
      {hint && <p className={classes.quiet}>{hint}</p>}
    </section>
  );
}
