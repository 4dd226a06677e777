import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clockText } from '#web/base/clock-text.ts';
import { type Store, useStore } from '#web/base/store.ts';
import {
  type ExamClock,
  isShort,
  nextChange,
  secondsLeft,
  type Warning,
  warningBetween,
} from '#web/features/exam/engine/exam-clock.ts';
import { ClockIcon } from '#web/ui/icons.tsx';
import classes from './exam-header.module.css';

/** The seconds left, updated every second; a throttled tab shows the right time as soon as it is visible again. */
export function useSecondsLeft(clock: ExamClock): number {
  const [seconds, setSeconds] = useState(() => secondsLeft(clock, performance.now()));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const show = () => {
      const now = performance.now();
      setSeconds(secondsLeft(clock, now));
      clearTimeout(timer);
      timer = setTimeout(show, nextChange(clock, now) + 5);
    };
    show();
    document.addEventListener('visibilitychange', show);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', show);
    };
  }, [clock]);
  return seconds;
}

function Countdown({ clock }: { readonly clock: ExamClock }) {
  const { t } = useTranslation();
  const seconds = useSecondsLeft(clock);
  const before = useRef(seconds);
  const [warning, setWarning] = useState<Warning>();
  useEffect(() => {
    const crossed = warningBetween(before.current, seconds);
    before.current = seconds;
    if (crossed !== undefined) setWarning(crossed);
  }, [seconds]);
  return (
    <>
      <div
        className={classes.time}
        role="timer"
        aria-label={t('exam.timeLeft')}
        data-short={isShort(seconds) || undefined}
      >
        <ClockIcon size={20} />
        <span>{clockText(seconds)}</span>
      </div>
      <VisuallyHidden role="status">
        {warning !== undefined && t('exam.minutesLeft', { count: warning })}
      </VisuallyHidden>
    </>
  );
}

/** The time left, highlighted in the last minutes and announced at ten, five and one. */
export function ExamTime({ clock }: { readonly clock: Store<ExamClock | undefined> }) {
  const known = useStore(clock);
  return known ? <Countdown clock={known} /> : null;
}
