import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf } from '#domain/access/addresses.ts';
import { textOfCode } from '#web/base/error-text.ts';
import { examPresence } from '#web/base/exam-presence.ts';
import { lateUpload } from '#web/base/late-upload.ts';
import { isOutdated, noteVersion } from '#web/base/page-version.ts';
import { useStore } from '#web/base/store.ts';
import { HomeButton } from './home-button.tsx';
import { ClockIcon, InfoIcon, LockIcon, WarningIcon } from './icons.tsx';
import panel from './panels.module.css';
import { ScreenLink } from './screen-link.tsx';

/** Asks for the page, which also tells the installed version; false when the server does not respond. */
async function reachable(): Promise<boolean> {
  const response = await fetch(addressOf('Login'), { cache: 'no-store' }).catch(() => undefined);
  if (response?.ok) noteVersion(response);
  return response?.ok ?? false;
}

/** Reloads only when the server responds; offline, a reload would end on the browser's error page. */
async function reloadIfReachable(): Promise<boolean> {
  const isReachable = await reachable();
  if (isReachable) window.location.reload();
  return isReachable;
}

const reloadedKey = 'reloadedForVersion';

/** Reloads for a new version, at most once a minute: while servers are upgraded one after the other, the old page can come back. */
function reloadOnce(): void {
  const last = Number(sessionStorage.getItem(reloadedKey));
  if (Date.now() - last < 60_000) return;
  sessionStorage.setItem(reloadedKey, String(Date.now()));
  window.location.reload();
}

/**
 * The page's chunk did not load (NAV-1). Where a new version replaced it, the page says so and reloads, except during an exam, where the
 * student does.
 */
export function ChunkFailedPage({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  const [isTrying, setTrying] = useState(false);
  const isNew = useStore(isOutdated);
  useEffect(() => void reachable(), []);
  useEffect(() => {
    if (isNew && examPresence.get().phase !== 'running') void lateUpload.ended.then(reloadOnce);
  }, [isNew]);
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
      <div className={panel.text}>{t(isNew ? 'shell.newVersion' : 'shell.chunkText')}</div>
      <div className={panel.action}>
        <Button loading={isTrying} onClick={() => void retry()}>
          {t(isNew ? 'shell.reload' : 'common.retry')}
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
