import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OfflineIcon } from '#web/ui/icons.tsx';
import classes from './exam-screen.module.css';

/** Whole seconds since a moment on the page's monotonic clock. */
function useSecondsSince(since: number): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(1, Math.round((now - since) / 1000));
}

type ContactBannerProps = {
  readonly since: number;
  readonly unsent: number;
  readonly onTryNow: () => void;
};

/** Says that there is no connection, nothing is lost, and to keep working (EXAM-8). */
export function ConnectionBanner({ since, unsent, onTryNow }: ContactBannerProps) {
  const { t } = useTranslation();
  const seconds = useSecondsSince(since);
  return (
    <div className={classes.banner}>
      <OfflineIcon size={20} />
      <p className={classes.bannerText}>{t(unsent > 0 ? 'exam.away' : 'exam.awayCalm', { seconds })}</p>
      <Button variant="default" size="compact-sm" onClick={onTryNow}>
        {t('exam.tryNow')}
      </Button>
    </div>
  );
}
