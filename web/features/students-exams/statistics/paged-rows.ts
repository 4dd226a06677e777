import { useListQuery } from '#web/list/list-query.ts';

/** Pages rows that are all here: those of the page, and the state for `Paging`. */
export function usePagedRows<T>(rows: readonly T[]) {
  const [query, setQuery] = useListQuery({}, 50);
  const lastPage = Math.max(1, Math.ceil(rows.length / query.pageSize));
  const page = Math.min(query.page, lastPage);
  return {
    shown: rows.slice((page - 1) * query.pageSize, page * query.pageSize),
    paging: { query: { ...query, page }, setQuery, total: rows.length, lastPage },
  };
}
