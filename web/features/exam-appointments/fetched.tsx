import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { textsOfError } from '#web/base/error-text.ts';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { WaitingRows } from '#web/ui/waiting-rows.tsx';

type FetchedProps<T> = {
  readonly result: UseQueryResult<T>;
  readonly children: (data: T) => ReactNode;
};

/** Renders the result of a query, or its loading or error state. */
export function Fetched<T>({ result, children }: FetchedProps<T>) {
  if (result.isSuccess) return children(result.data);
  if (result.isPending) return <WaitingRows count={3} />;
  return (
    <ErrorPanel onRetry={() => void result.refetch()}>{textsOfError(result.error).join(' ')}</ErrorPanel>
  );
}
