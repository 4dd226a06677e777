import { useQueryClient } from '@tanstack/react-query';
import type { Draft } from '#contract/draft.ts';
import type { Entity } from '#contract/entity.ts';
import type { Item } from '#contract/item.ts';
import { api } from '#web/api/client.ts';

/**
 * The query key prefix of everything the generic screens fetch, because a change of one row can change its parents'
 * sums.
 */
export const crudKey = 'crud';

/** Writes a row and invalidates every list that may show it. */
export function useRowCalls(entity: Entity) {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: [crudKey] });
  return {
    save: async (draft: Draft, id: number | undefined, override = false): Promise<Item> => {
      const options = { handled: true } as const;
      const response =
        id === undefined
          ? await api.post<Item>(entity.path, draft, options)
          : await api.put<Item>(`${entity.path}/${id}${override ? '?override=true' : ''}`, draft, options);
      void refresh();
      return response.data;
    },
    remove: async (id: number): Promise<void> => {
      await api.delete(`${entity.path}/${id}`, { handled: true });
      void refresh();
    },
  };
}
