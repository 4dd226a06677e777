import { useTranslation } from 'react-i18next';
import { type ClockReading, useServerTime } from '#web/base/server-clock.ts';
import { Countdown } from '#web/ui/countdown.tsx';
import type { Readiness } from './readiness.ts';

type StartCountdownProps = { readonly readiness: Readiness; readonly clock: ClockReading };

/** The time until the exam opens, or until it can no longer start, on the server's clock. */
export function StartCountdown({ readiness, clock }: StartCountdownProps) {
  const { t } = useTranslation();
  const now = useServerTime(clock);
  if (readiness.status !== 'early' && readiness.status !== 'open') return null;
  const left = (readiness.status === 'early' ? readiness.startsAt : readiness.closesAt) - now;
  return (
    <Countdown
      label={t(readiness.status === 'early' ? 'prepareExam.beginsIn' : 'prepareExam.openFor')}
      milliseconds={left}
      days={(count) => t('prepareExam.days', { count })}
    />
  );
}
