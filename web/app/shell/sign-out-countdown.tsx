import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resumeScheduledSignOut, scheduledSignOut, timeLeft } from '#web/api/scheduled-sign-out.ts';
import { signOut } from '#web/api/sign-out.ts';
import { useStore } from '#web/base/store.ts';
import { ClockIcon } from '#web/ui/icons.tsx';
import classes from './sign-out-countdown.module.css';

const second = 1000;

/** Formats minutes and seconds as a countdown clock. */
function clockOf(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / second);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** In exam-application mode: the time until a student who reads their result is signed out (EXAM-13). */
export function SignOutCountdown() {
  const { t } = useTranslation();
  const at = useStore(scheduledSignOut);
  const [now, setNow] = useState(() => Date.now());
  useEffect(resumeScheduledSignOut, []);
  useEffect(() => {
    if (at === undefined) return;
    setNow(Date.now());
    const ticking = setInterval(() => setNow(Date.now()), second);
    return () => clearInterval(ticking);
  }, [at]);
  if (at === undefined) return null;
  const time = clockOf(timeLeft(at, now));
  return (
    <section className={classes.strip} aria-label={t('signOut.now')} data-print="hidden">
      <ClockIcon size={20} />
      <p className={classes.words}>
        <strong role="timer">{t('signOut.soon', { time })}</strong>
        <span>{t('signOut.hint')}</span>
      </p>
      <Button variant="default" size="sm" onClick={() => void signOut()}>
        {t('signOut.now')}
      </Button>
    </section>
  );
}
