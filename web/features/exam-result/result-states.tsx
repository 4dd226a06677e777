import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf } from '#domain/access/addresses.ts';
import { ApiError } from '#web/base/api-error.ts';
import { textsOfError } from '#web/base/error-text.ts';
import { formatDate, formatTime } from '#web/base/format.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { ClockIcon, InfoIcon, LockIcon } from '#web/ui/icons.tsx';
import { Page } from '#web/ui/page.tsx';
import { ScreenLink } from '#web/ui/screen-link.tsx';

/** A page without a result to show yet. */
function ResultPage({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  return <Page title={t('screens.ExamResult')}>{children}</Page>;
}

export function ResultWaiting() {
  const { t } = useTranslation();
  return (
    <ResultPage>
      <div role="status" aria-label={t('common.loading')}>
        <Skeleton height="9rem" mb="lg" />
        <Skeleton height="16rem" />
      </div>
    </ResultPage>
  );
}

function ToResults() {
  const { t } = useTranslation();
  return (
    <Button component={ScreenLink} href={addressOf('ExamsPreview')} variant="default">
      {t('examResult.toResults')}
    </Button>
  );
}

export function NoResultRequested() {
  const { t } = useTranslation();
  return (
    <ResultPage>
      <EmptyState icon={<InfoIcon size={28} />} title={t('examResult.nothingAsked')} action={<ToResults />}>
        {t('examResult.nothingAskedHint')}
      </EmptyState>
    </ResultPage>
  );
}

/** The exam is still running; links back into it if the sitting is known. */
export function StillRunning({ groupId }: { readonly groupId?: number }) {
  const { t } = useTranslation();
  return (
    <ResultPage>
      <EmptyState
        icon={<ClockIcon size={28} />}
        title={t('examResult.running')}
        action={
          groupId === undefined ? (
            <ToResults />
          ) : (
            <Button component={ScreenLink} href={addressOf('Exam', { groupId })}>
              {t('examResult.resumeExam')}
            </Button>
          )
        }
      >
        {t('examResult.runningHint')}
      </EmptyState>
    </ResultPage>
  );
}

type ResultFailureProps = { readonly error: unknown; readonly onRetry: () => void };

export function ResultFailure({ error, onRetry }: ResultFailureProps) {
  const { t } = useTranslation();
  if (error instanceof ApiError && error.code === 'exam.notFinished') return <StillRunning />;
  if (error instanceof ApiError && error.code === 'resource.notFound')
    return (
      <ResultPage>
        <EmptyState
          icon={<InfoIcon size={28} />}
          title={textsOfError(error).join(' ')}
          action={<ToResults />}
        >
          {t('examResult.nothingAskedHint')}
        </EmptyState>
      </ResultPage>
    );
  return (
    <ResultPage>
      <ErrorPanel onRetry={onRetry}>{textsOfError(error).join(' ')}</ErrorPanel>
    </ResultPage>
  );
}

/** Why questions and key are hidden: until a date, or for good (RESU-1). */
export function KeyNotice({ keyFrom }: { readonly keyFrom: string | null }) {
  const { t } = useTranslation();
  if (keyFrom === null)
    return (
      <EmptyState icon={<LockIcon size={28} />} title={t('examResult.keyHidden')}>
        {t('examResult.keyHiddenHint')}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<ClockIcon size={28} />}
      title={t('examResult.keyLater', { day: formatDate(keyFrom), time: formatTime(keyFrom) })}
    >
      {t('examResult.keyLaterHint')}
    </EmptyState>
  );
}
