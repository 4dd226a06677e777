import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Call, ResponseOfCall, SentQueryOfCall } from '#contract/call.ts';
import { api } from '#web/api/client.ts';
import { type Filters, type ListQuery, type ListQueryState, requestOf } from './list-query.ts';

type ListCall = Call & { readonly list: true };

/** One row of a list call. */
export type RowOf<C extends ListCall> = ResponseOfCall<C> extends ReadonlyArray<infer Row> ? Row : never;

/** A path with its parameters filled in. */
type Filled<P extends string> = P extends `${infer Before}:${string}/${infer After}`
  ? `${Before}${number}/${Filled<After>}`
  : P extends `${infer Before}:${string}`
    ? `${Before}${number}`
    : P;

/** Some of the query of a call. */
type QueryPart<C extends Call> = C extends Call ? Partial<SentQueryOfCall<C>> : never;

/** Where the rows of a list come from: `ListSource<typeof listYearCopies>`. */
export type ListSource<C extends ListCall> = {
  readonly path: Filled<C['path']>;
  /** The query key prefix to invalidate when rows change. */
  readonly cacheKey: readonly unknown[];
  /** Request parameters that extend or override those of the query. */
  readonly params?: QueryPart<C> | undefined;
  readonly staleTime?: number;
  readonly retry?: false;
  /** The delay before the rows are fetched again; false for never. */
  readonly refetchAfter?: (rows: readonly RowOf<C>[]) => number | false;
};

/** The state of a list on screen: its query and its result. */
export type ListState<Row> = {
  readonly query: ListQuery;
  readonly setQuery: (query: ListQuery) => void;
  readonly status: 'loading' | 'failed' | 'ready';
  readonly error: unknown;
  readonly rows: readonly Row[];
  /** The number of rows on all pages. */
  readonly total: number;
  readonly lastPage: number;
  /** Whether the rows are those of the previous query while this one loads. */
  readonly isStale: boolean;
  readonly refetch: () => void;
};

/** The state of a list whose page is a part of what a query fetches. */
export function usePagedResult<T, Row, F extends Filters = Filters>(
  [query, setQuery]: ListQueryState<F>,
  found: UseQueryResult<T>,
  pageOf: (data: T) => { readonly rows: readonly Row[]; readonly total: number },
): ListState<Row> {
  const { rows, total } = found.data === undefined ? { rows: [], total: 0 } : pageOf(found.data);
  const lastPage = Math.max(1, Math.ceil(total / query.pageSize));

  // The last row of the last page may have just been deleted.
  const isBeyond = found.isSuccess && !found.isPlaceholderData && query.page > lastPage;
  useEffect(() => {
    if (isBeyond) setQuery({ ...query, page: lastPage }, { replace: true });
  }, [isBeyond, query, lastPage, setQuery]);

  return {
    query,
    // A list changes only the common parts of a query; the filters belong to its screen.
    setQuery: (next) => setQuery({ ...next, filters: query.filters }),
    status: found.isPending ? 'loading' : found.isError ? 'failed' : 'ready',
    error: found.error,
    rows,
    total,
    lastPage,
    isStale: found.isPlaceholderData,
    refetch: () => void found.refetch(),
  };
}

/** Fetches the rows of a query; the previous rows stay on screen until they arrive. */
export function useList<C extends ListCall, F extends Filters = Filters>(
  source: ListSource<C>,
  state: ListQueryState<F>,
): ListState<RowOf<C>> {
  const { path, cacheKey, refetchAfter } = source;
  const request = { ...requestOf(state[0]), ...(source.params as Filters | undefined) };
  const result = useQuery({
    queryKey: [...cacheKey, path, request],
    queryFn: ({ signal }) => api.get<readonly RowOf<C>[]>(path, { query: request, signal, handled: true }),
    placeholderData: keepPreviousData,
    ...(source.staleTime === undefined ? {} : { staleTime: source.staleTime }),
    ...(source.retry === undefined ? {} : { retry: source.retry }),
    refetchInterval: (query) => refetchAfter?.(query.state.data?.data ?? []) ?? false,
  });
  return usePagedResult(state, result, ({ data, total }) => ({ rows: data, total }));
}
