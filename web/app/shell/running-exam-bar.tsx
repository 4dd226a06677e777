import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf } from '#domain/access/addresses.ts';
import { countdownText } from '#web/base/clock-text.ts';
import type { RunningExam } from '#web/base/exam-presence.ts';
import { ClockIcon } from '#web/ui/icons.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';
import classes from './running-exam-bar.module.css';

/** Shown on every screen while an official exam runs: its name, the remaining time and a link back (SHELL-11). */
export function RunningExamBar({ exam: { groupId, name, endsAt } }: { readonly exam: RunningExam }) {
  const { t } = useTranslation();
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <section className={classes.bar} aria-label={t('shell.sittingTitle')}>
      <ClockIcon size={20} />
      <p className={classes.text}>
        {t('shell.runningExam', { name })}{' '}
        <strong className={classes.left}>{t('shell.timeLeft', { time: countdownText(endsAt - now) })}</strong>
      </p>
      <Button component={ScreenLink} href={addressOf('Exam', { groupId })} size="compact-md">
        {t('shell.resumeExam')}
      </Button>
    </section>
  );
}
