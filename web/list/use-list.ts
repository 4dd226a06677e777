import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '#web/api/client.ts';
import { type Filters, type ListQuery, type ListQueryState, requestOf } from './list-query.ts';

type Values = Readonly<Record<string, string | number | boolean | undefined>>;

/** Where the rows of a list come from. */
export type ListSource<Row> = {
  readonly path: string;
  /** What a change of the rows invalidates. */
  readonly cacheKey: readonly unknown[];
  /** Parameters of the call beyond those of the query, or instead of them. */
  readonly params?: Values | undefined;
  readonly staleTime?: number;
  readonly retry?: false;
  /** How long until the rows on the screen are asked for again; false leaves them. */
  readonly refetchAfter?: (rows: readonly Row[]) => number | false;
};

/** Everything a list on the screen knows: which part of it is asked for, and what came of that. */
export type ListState<Row> = {
  readonly query: ListQuery;
  readonly setQuery: (query: ListQuery) => void;
  readonly status: 'loading' | 'failed' | 'ready';
  readonly error: unknown;
  readonly rows: readonly Row[];
  /** How many rows there are on all pages. */
  readonly total: number;
  readonly lastPage: number;
  /** These are the rows of the query before; those of this one are on their way. */
  readonly isStale: boolean;
  readonly refetch: () => void;
};

/** Fetches the page of rows that a query asks for; the rows before stay on the screen meanwhile. */
export function useList<Row, F extends Filters = Filters>(
  source: ListSource<Row>,
  [query, setQuery]: ListQueryState<F>,
): ListState<Row> {
  const { path, cacheKey, refetchAfter } = source;
  const request = { ...requestOf(query), ...source.params };
  const result = useQuery({
    queryKey: [...cacheKey, path, request],
    queryFn: ({ signal }) => api.get<readonly Row[]>(path, { query: request, signal, handled: true }),
    placeholderData: keepPreviousData,
    ...(source.staleTime === undefined ? {} : { staleTime: source.staleTime }),
    ...(source.retry === undefined ? {} : { retry: source.retry }),
    refetchInterval: ({ state }) => refetchAfter?.(state.data?.data ?? []) ?? false,
  });
  const total = result.data?.total ?? 0;
  const lastPage = Math.max(1, Math.ceil(total / query.pageSize));

  // The last row of the last page may have just been deleted.
  const isBeyond = result.isSuccess && !result.isPlaceholderData && query.page > lastPage;
  useEffect(() => {
    if (isBeyond) setQuery({ ...query, page: lastPage }, { replace: true });
  }, [isBeyond, query, lastPage, setQuery]);

  return {
    query,
    // A list changes what all queries have; the filters stay those of its screen.
    setQuery: (next) => setQuery({ ...next, filters: query.filters }),
    status: result.isPending ? 'loading' : result.isError ? 'failed' : 'ready',
    error: result.error,
    rows: result.data?.data ?? [],
    total,
    lastPage,
    isStale: result.isPlaceholderData,
    refetch: () => void result.refetch(),
  };
}
