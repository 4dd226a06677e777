import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { textsOfError } from '#web/base/error-text.ts';
import { ErrorPanel } from '#web/ui/error-panel.tsx';

/** The data of a query, or its loading and error states. */
export function Fetched<T>({
  query,
  height = '6rem',
  children,
}: {
  readonly query: UseQueryResult<T>;
  /** About that of the content, so that nothing below it jumps. */
  readonly height?: string;
  readonly children: (data: T) => ReactNode;
}) {
  const { t } = useTranslation();
  if (query.data !== undefined) return children(query.data);
  if (query.isError)
    return (
      <ErrorPanel onRetry={() => void query.refetch()}>{textsOfError(query.error).join(' ')}</ErrorPanel>
    );
  return (
    <div role="status" aria-label={t('common.loading')}>
      <Skeleton height={height} />
    </div>
  );
}
