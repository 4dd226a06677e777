import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ListQuery } from '#web/list/list-query.ts';
import type { ListState } from '#web/list/use-list.ts';

type Page<Row> = { readonly rows: readonly Row[]; readonly total: number };

/** The state of a list whose page comes together with other figures. */
export function usePagedResult<T, Row>(
  [query, setQuery]: readonly [ListQuery, (query: ListQuery) => void],
  found: UseQueryResult<T>,
  pageOf: (data: T) => Page<Row>,
): ListState<Row> {
  const { rows, total } = found.data === undefined ? { rows: [], total: 0 } : pageOf(found.data);
  const lastPage = Math.max(1, Math.ceil(total / query.pageSize));
  // Fewer rows than before: the last page is the one to ask for.
  const isBeyond = found.isSuccess && !found.isPlaceholderData && query.page > lastPage;
  useEffect(() => {
    if (isBeyond) setQuery({ ...query, page: lastPage });
  }, [isBeyond, query, lastPage, setQuery]);
  return {
    query,
    setQuery,
    status: found.isPending ? 'loading' : found.isError ? 'failed' : 'ready',
    error: found.error,
    rows,
    total,
    lastPage,
    isStale: found.isPlaceholderData,
    refetch: () => void found.refetch(),
  };
}

/** The page and the order of a query as request parameters; the columns of a list name what can be sorted. */
export const pageRequest = <Column extends string>({ page, pageSize, sort, desc }: ListQuery) => ({
  skip: (page - 1) * pageSize,
  take: pageSize,
  ...(sort !== undefined && { sort: sort as Column }),
  ...(desc && { desc: 'true' as const }),
});
