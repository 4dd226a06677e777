import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { textsOfError } from '#web/base/error-text.ts';
import { ErrorPanel } from './error-panel.tsx';

type FetchedProps<T> = {
  readonly query: UseQueryResult<T>;
  /** About that of the content, so that nothing below it jumps. */
  readonly height?: string;
  /** Replaces the grey block while the query loads. */
  readonly loading?: ReactNode;
  readonly children: (data: T) => ReactNode;
};

/** The data of a query, or its loading and error states. */
export function Fetched<T>({ query, height = '6rem', loading, children }: FetchedProps<T>) {
  const { t } = useTranslation();
  if (query.data !== undefined) return children(query.data);
  if (query.isError)
    return (
      <ErrorPanel onRetry={() => void query.refetch()}>{textsOfError(query.error).join(' ')}</ErrorPanel>
    );
  return (
    loading ?? (
      <div role="status" aria-label={t('common.loading')}>
        <Skeleton height={height} />
      </div>
    )
  );
}
