import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Draft } from '#contract/draft.ts';
import type { Entity } from '#contract/entity.ts';
import type { Item } from '#contract/item.ts';
import { api } from '#web/api/client.ts';
import type { ListView } from './list-view.ts';
import { listPath, type ParentRow } from './parent-row.ts';

/** Everything the generic screens fetch lies under this key, since a change of one row can change its parents' sums. */
export const crudKey = 'crud';

/** What part of a list the server is asked for. */
export function listQuery(view: ListView) {
  return {
    search: view.search.trim(),
    skip: (view.page - 1) * view.pageSize,
    take: view.pageSize,
    sort: view.sort,
    desc: view.desc ? 'true' : undefined,
  };
}

/** The rows of one page, kept on the screen while the next ones are on their way. */
export function useRows(entity: Entity, parent: ParentRow | undefined, view: ListView) {
  const path = listPath(entity, parent);
  const query = listQuery(view);
  return useQuery({
    queryKey: [crudKey, path, query],
    queryFn: ({ signal }) => api.get<readonly Item[]>(path, { query, signal, handled: true }),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** Writes a row and has every list fetched again that may show it. */
export function useRowCalls(entity: Entity) {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: [crudKey] });
  return {
    save: async (draft: Draft, id: number | undefined): Promise<Item> => {
      const options = { handled: true } as const;
      const answer =
        id === undefined
          ? await api.post<Item>(entity.path, draft, options)
          : await api.put<Item>(`${entity.path}/${id}`, draft, options);
      void refresh();
      return answer.data;
    },
    remove: async (id: number): Promise<void> => {
      await api.delete(`${entity.path}/${id}`, { handled: true });
      void refresh();
    },
  };
}
