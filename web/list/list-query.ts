import { useState } from 'react';

/** The sizes a page of rows can have; the server gives at most 500 at once. */
export const pageSizes = [10, 25, 50, 100] as const;

export const usualPageSize = 25;
const pageSizeKey = 'crud.pageSize';

/** Filters of a list by the names the server knows; an undefined one lets every row through. */
export type Filters = Readonly<Record<string, string | number | boolean | undefined>>;

/** Which part of a list is shown, and in what order. */
export type ListQuery<F extends Filters = Filters> = {
  readonly search: string;
  readonly page: number;
  readonly pageSize: number;
  /** Undefined is the server's own order. */
  readonly sort: string | undefined;
  readonly desc: boolean;
  readonly filters: F;
};

/**
 * A query and the way to change it: a state of the component, or the address of the page. What nobody asked for replaces an
 * address instead of adding one to the history.
 */
export type ListQueryState<F extends Filters = Filters> = readonly [
  query: ListQuery<F>,
  setQuery: (query: ListQuery<F>, options?: { readonly replace: boolean }) => void,
];

/**
 * The first click sorts ascending, the second descending, the third goes back to the server's own order. The column the server
 * sorts by is sorted already: it begins with the second.
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

/** Another page size shows the same first row and is remembered in this browser. */
export function resized<F extends Filters>(query: ListQuery<F>, pageSize: number): ListQuery<F> {
  localStorage.setItem(pageSizeKey, String(pageSize));
  const firstRow = (query.page - 1) * query.pageSize;
  return { ...query, pageSize, page: Math.floor(firstRow / pageSize) + 1 };
}

/** Changes some filters and begins at the first page. */
export const withFilters = <F extends Filters>(query: ListQuery<F>, change: Partial<F>): ListQuery<F> => ({
  ...query,
  filters: { ...query.filters, ...change },
  page: 1,
});

/** The query as the server's lists understand it. */
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
  return pageSizes.find((size) => size === stored) ?? usualPageSize;
}

/** A query that lasts as long as the component, from the first page in the server's order. */
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
