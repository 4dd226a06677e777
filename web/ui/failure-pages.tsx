import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf } from '#domain/access/addresses.ts';
import { textOfCode } from '#web/base/error-text.ts';
import { HomeButton } from './home-button.tsx';
import { ClockIcon, InfoIcon, LockIcon, WarningIcon } from './icons.tsx';
import panel from './panels.module.css';
import { ScreenLink } from './screen-link.tsx';

/** Reloads only when the server responds; offline, a reload would end on the browser's error page. */
async function reloadIfReachable(): Promise<boolean> {
  const response = await fetch(addressOf('Login'), { cache: 'no-store' }).catch(() => undefined);
  if (response?.ok) window.location.reload();
  return response?.ok ?? false;
}

/** The page's chunk did not load (NAV-1). */
export function ChunkFailedPage({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  const [isTrying, setTrying] = useState(false);
  const retry = async () => {
    setTrying(true);
    // Browsers may cache a failed script, so a full reload is tried first.
    if (!(await reloadIfReachable())) {
      setTrying(false);
      onRetry();
    }
  };
  return (
    <div className={panel.panel} role="alert" data-kind="error">
      <div className={panel.icon}>
        <WarningIcon size={28} />
      </div>
      <h1 className={panel.title}>{t('shell.chunkTitle')}</h1>
      <div className={panel.text}>{t('shell.chunkText')}</div>
      <div className={panel.action}>
        <Button loading={isTrying} onClick={() => void retry()}>
          {t('common.retry')}
        </Button>
      </div>
    </div>
  );
}

/** A bug: the page failed to render. */
export function CrashPage() {
  const { t } = useTranslation();
  return (
    <div className={panel.panel} role="alert" data-kind="error">
      <div className={panel.icon}>
        <WarningIcon size={28} />
      </div>
      <h1 className={panel.title}>{t('shell.crashTitle')}</h1>
      <div className={panel.text}>{t('shell.crashText')}</div>
      <div className={panel.action}>
        <Button onClick={() => window.location.reload()}>{t('shell.reload')}</Button>
      </div>
    </div>
  );
}

/** Replaces a screen that is closed because the student is sitting an official exam (SAFE-16). */
export function SittingPage({ groupId }: { readonly groupId: number }) {
  const { t } = useTranslation();
  return (
    <div className={panel.panel} role="status">
      <div className={panel.icon}>
        <ClockIcon size={28} />
      </div>
      <h1 className={panel.title} tabIndex={-1} data-page-title>
        {t('shell.sittingTitle')}
      </h1>
      <div className={panel.text}>{t('errors.exam.sitting')}</div>
      <div className={panel.action}>
        <Button component={ScreenLink} href={addressOf('Exam', { groupId })}>
          {t('shell.backToExam')}
        </Button>
      </div>
    </div>
  );
}

/** Replaces the simulations while they are closed (SIM-1). */
export function SimulationClosed() {
  useTranslation();
  return (
    <div className={panel.panel} role="status">
      <div className={panel.icon}>
        <LockIcon size={28} />
      </div>
      <h1 className={panel.title} tabIndex={-1} data-page-title>
        {textOfCode('simulation.notAllowed')}
      </h1>
      <div className={panel.action}>
        <HomeButton />
      </div>
    </div>
  );
}

/** The page for an unknown address. */
export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <div className={panel.panel}>
      <div className={panel.icon}>
        <InfoIcon size={28} />
      </div>
      <h1 className={panel.title} tabIndex={-1} data-page-title>
        {t('screens.PageNotFound')}
      </h1>
      <div className={panel.text}>
        <p>{t('errors.resource.notFound')}.</p>
        <p>{t('shell.notFoundText')}</p>
      </div>
      <div className={panel.action}>
        <HomeButton />
      </div>
    </div>
  );
}
