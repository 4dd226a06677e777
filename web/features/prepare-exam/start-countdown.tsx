import { useTranslation } from 'react-i18next';
import { countdownText } from '#web/base/clock-text.ts';
import { type ClockReading, useServerTime } from '#web/base/server-clock.ts';
import classes from './prepare-exam.module.css';
import type { Readiness } from './readiness.ts';

const day = 24 * 3600 * 1000;

type StartCountdownProps = { readonly readiness: Readiness; readonly clock: ClockReading };

/** The time until the exam opens, or until it can no longer start, on the server's clock. */
export function StartCountdown({ readiness, clock }: StartCountdownProps) {
  const { t } = useTranslation();
  const now = useServerTime(clock);
  if (readiness.status !== 'early' && readiness.status !== 'open') return null;
  const left = (readiness.status === 'early' ? readiness.startsAt : readiness.closesAt) - now;
  return (
    <p className={classes.countdown} role="timer">
      <span>{t(readiness.status === 'early' ? 'prepareExam.beginsIn' : 'prepareExam.openFor')}</span>
      <strong>
        {left >= day ? t('prepareExam.days', { count: Math.floor(left / day) }) : countdownText(left)}
      </strong>
    </p>
  );
}
