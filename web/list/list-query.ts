import { useState } from 'react';

/** The available page sizes; the server returns at most 500 rows per request. */
export const pageSizes = [10, 25, 50, 100] as const;

export const defaultPageSize = 25;
const pageSizeKey = 'crud.pageSize';

/** Filters of a list by their server names; an undefined one matches every row. */
export type Filters = Readonly<Record<string, string | number | boolean | undefined>>;

/** Which rows of a list are shown, and in what order. */
export type ListQuery<F extends Filters = Filters> = {
  readonly search: string;
  readonly page: number;
  readonly pageSize: number;
  /** Undefined is the server's default order. */
  readonly sort: string | undefined;
  readonly desc: boolean;
  readonly filters: F;
};

/**
 * A query and its setter, backed by component state or by the page's address. Changes the user did not ask for replace
 * the history entry instead of adding one.
 */
export type ListQueryState<F extends Filters = Filters> = readonly [
  query: ListQuery<F>,
  setQuery: (query: ListQuery<F>, options?: { readonly replace: boolean }) => void,
];

/**
 * The first click sorts ascending, the second descending, the third restores the server's default order. The server's
 * default column is already sorted ascending, so it starts with the second.
 */
export function nextSort<Q extends Pick<ListQuery, 'sort' | 'desc' | 'page'>>(
  query: Q,
  column: string,
  ownOrder?: string,
): Q {
  if ((query.sort ?? ownOrder) !== column) return { ...query, sort: column, desc: false, page: 1 };
  return query.desc
    ? { ...query, sort: undefined, desc: false, page: 1 }
    : { ...query, sort: column, desc: true, page: 1 };
}

/** Changes the page size, keeps the same first row and stores the size in this browser. */
export function resized<F extends Filters>(query: ListQuery<F>, pageSize: number): ListQuery<F> {
  localStorage.setItem(pageSizeKey, String(pageSize));
  const firstRow = (query.page - 1) * query.pageSize;
  return { ...query, pageSize, page: Math.floor(firstRow / pageSize) + 1 };
}

/** Changes some filters and returns to the first page. */
export const withFilters = <F extends Filters>(query: ListQuery<F>, change: Partial<F>): ListQuery<F> => ({
  ...query,
  filters: { ...query.filters, ...change },
  page: 1,
});

/** The query as request parameters. */
export function requestOf({ search, page, pageSize, sort, desc, filters }: ListQuery) {
  return {
    search: search.trim(),
    skip: (page - 1) * pageSize,
    take: pageSize,
    sort,
    desc: desc ? 'true' : undefined,
    ...filters,
  };
}

export function rememberedPageSize(): number {
  const stored = Number(localStorage.getItem(pageSizeKey));
  return pageSizes.find((size) => size === stored) ?? defaultPageSize;
}

/** A query in component state, starting at the first page in the server's default order. */
export function useListQuery<F extends Filters>(filters: F, pageSize?: number): ListQueryState<F> {
  return useState<ListQuery<F>>(() => ({
    search: '',
    page: 1,
    pageSize: pageSize ?? rememberedPageSize(),
    sort: undefined,
    desc: false,
    filters,
  }));
}
