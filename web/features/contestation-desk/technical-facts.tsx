import { useTranslation } from 'react-i18next';
import type { TechnicalFacts } from '#contract/contestations.ts';
import { formatDateTime, formatTime } from '#web/base/format.ts';
import classes from './desk.module.css';

/** What the system recorded about the technical side of an exam, in the order it happened. */
export function TechnicalFactList({ facts }: { readonly facts: TechnicalFacts | null }) {
  const { t } = useTranslation();
  if (!facts) return null;
  const { losses, takeovers, late, credited, startedAt, finishedAt } = facts;
  const lines = [
    ...losses.map(({ at, seconds }) => ({
      at,
      text: t('contestation.factLoss', { seconds, time: formatTime(at) }),
    })),
    ...takeovers.map(({ at }) => ({ at, text: t('contestation.factTakeover', { time: formatTime(at) }) })),
    ...late.map(({ at, question, answers }) => ({
      at,
      text: t('contestation.factLate', {
        question: question ?? '-',
        answers: answers.split('').join(', ') || '-',
        time: formatTime(at),
      }),
    })),
    ...credited.map(({ at, minutes }) => ({
      at,
      text: t('contestation.factCredited', { minutes, time: formatTime(at) }),
    })),
  ].sort((one, other) => one.at.localeCompare(other.at));
  return (
    <section className={`${classes.section} ${classes.divided}`} aria-labelledby="desk-facts">
      <h3 id="desk-facts" className={classes.heading}>
        {t('contestation.facts')}
      </h3>
      <p className={classes.note}>
        {t('contestation.factStarted', { from: formatDateTime(startedAt), to: formatDateTime(finishedAt) })}
      </p>
      {lines.length === 0 ? (
        <p className={classes.note}>{t('contestation.factNone')}</p>
      ) : (
        <ul className={classes.facts}>
          {lines.map(({ at, text }) => (
            <li key={`${at} ${text}`}>{text}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
