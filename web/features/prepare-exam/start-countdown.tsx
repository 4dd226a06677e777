import { useTranslation } from 'react-i18next';
import { type ClockReading, useServerTime } from '#web/base/server-clock.ts';
import classes from './prepare-exam.module.css';
import type { Readiness } from './readiness.ts';

const second = 1000;
const day = 24 * 3600 * second;

/** `2:05:09`, or `05:09` below an hour. */
function clockText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / second));
  const two = (value: number) => String(value).padStart(2, '0');
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return seconds >= 3600 ? `${Math.floor(seconds / 3600)}:${rest}` : rest;
}

type StartCountdownProps = { readonly readiness: Readiness; readonly clock: ClockReading };

/** The time until the exam opens, or until it can no longer start, on the server's clock. */
export function StartCountdown({ readiness, clock }: StartCountdownProps) {
  const { t } = useTranslation();
  const now = useServerTime(clock);
  if (readiness.is !== 'early' && readiness.is !== 'open') return null;
  const left = (readiness.is === 'early' ? readiness.startsAt : readiness.closesAt) - now;
  return (
    <p className={classes.countdown} role="timer">
      <span>{t(readiness.is === 'early' ? 'prepareExam.beginsIn' : 'prepareExam.openFor')}</span>
      <strong>
        {left >= day ? t('prepareExam.days', { count: Math.floor(left / day) }) : clockText(left)}
      </strong>
    </p>
  );
}
