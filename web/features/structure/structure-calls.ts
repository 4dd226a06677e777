import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  disciplineList,
  judgeFeasibilityOfDraft,
  readFeasibility,
  readStructure,
  replaceStructure,
  Structure,
  StructureDraft,
  structurePapers,
} from '#contract/structure.ts';
import { call } from '#web/api/client.ts';
import type { ListSource } from '#web/list/use-list.ts';

const key = 'structure';

/** The disciplines whose structure the user may see. */
export const disciplineSource: ListSource<typeof disciplineList> = {
  path: 'disciplineList',
  cacheKey: [key, 'list'],
};

const structureKey = (id: number) => [key, 'one', id] as const;

export function useStructure(id: number) {
  return useQuery({
    queryKey: structureKey(id),
    queryFn: () =>
      call<typeof readStructure>('GET disciplines/:id/structure', { params: { id }, handled: true }),
    retry: false,
    // Never refetch a structure while it is being edited.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** Whether the bank can serve the edited structure or, for readers, the saved one. */
export function useFeasibility(id: number, draft: StructureDraft | undefined, enabled: boolean) {
  return useQuery({
    queryKey: [key, 'feasibility', id, draft],
    queryFn: ({ signal }) =>
      draft
        ? call<typeof judgeFeasibilityOfDraft>('POST disciplines/:id/feasibility', {
            params: { id },
            body: draft,
            signal,
            handled: true,
          })
        : call<typeof readFeasibility>('GET disciplines/:id/feasibility', {
            params: { id },
            signal,
            handled: true,
          }),
    enabled,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** Saves a structure and invalidates every list that shows it. */
export function useSaveStructure(id: number) {
  const queries = useQueryClient();
  return async (draft: StructureDraft, override: boolean): Promise<Structure> => {
    const saved = await call<typeof replaceStructure>('PUT disciplines/:id/structure', {
      params: { id },
      query: { override: override ? 'true' : undefined },
      body: draft,
      handled: true,
    });
    queries.setQueryData(structureKey(id), saved);
    void queries.invalidateQueries({ queryKey: [key, 'list'] });
    return saved;
  };
}

/** The papers that another structure draws again. */
export const fetchPapers = (id: number) =>
  call<typeof structurePapers>('GET disciplines/:id/structure/papers', { params: { id }, handled: true });
