import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { textsOfError } from '#web/base/error-text.ts';
import { ErrorPanel } from '#web/ui/error-panel.tsx';

type PendingStatisticsProps = {
  /** Null while the figures are loading. */
  readonly error: Error | null;
  readonly onRetry: () => void;
};

/** Shown in place of figures that are loading or could not be loaded. */
export function PendingStatistics({ error, onRetry }: PendingStatisticsProps) {
  const { t } = useTranslation();
  return error ? (
    <ErrorPanel onRetry={onRetry}>{textsOfError(error).join(' ')}</ErrorPanel>
  ) : (
    <div role="status" aria-label={t('common.loading')}>
      <Skeleton height="5rem" mb="lg" />
      <Skeleton height="20rem" />
    </div>
  );
}
