import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SentBodyOfCall } from '#contract/call.ts';
import type {
  changeImport,
  commitImport,
  ImportState,
  listImportRows,
  listImports,
  pauseImport,
  readImport,
  removeImport,
  WholeImport,
} from '#contract/imports.ts';
import { call } from '#web/api/client.ts';
import type { ListSource } from '#web/list/use-list.ts';

const key = 'imports';
/** Polling interval while an import is in progress. */
const pollMilliseconds = 1000;

const isUnderWay = (state: ImportState | undefined) =>
  state === 'reading' || state === 'checking' || state === 'writing';

/** The user's imports, polled while one of them is in progress. */
export const importSource: ListSource<typeof listImports> = {
  path: 'imports',
  cacheKey: [key, 'list'],
  staleTime: 0,
  refetchAfter: (rows) => (rows.some(({ state }) => isUnderWay(state)) ? pollMilliseconds : false),
};

/** One import, polled while it is in progress. */
export function useImport(id: number) {
  return useQuery({
    queryKey: [key, 'one', id],
    queryFn: ({ signal }) =>
      call<typeof readImport>('GET imports/:id', { params: { id }, signal, handled: true }),
    staleTime: 0,
    refetchInterval: (query) => (isUnderWay(query.state.data?.state) ? pollMilliseconds : false),
  });
}

/** The rows of an import; `stage` is part of the key because rows may change with it. */
export const importRowSource = (id: number, stage: string): ListSource<typeof listImportRows> => ({
  path: `imports/${id}/rows`,
  cacheKey: [key, 'rows', id, stage],
});

export type ImportChange = SentBodyOfCall<typeof changeImport>;

/** Mutates imports and invalidates every query that shows them. */
export function useImportCalls() {
  const queries = useQueryClient();
  const refreshRows = (id: number) => queries.invalidateQueries({ queryKey: [key, 'rows', id] });
  const refreshList = () => queries.invalidateQueries({ queryKey: [key, 'list'] });
  const cache = (found: WholeImport) => queries.setQueryData([key, 'one', found.id], found);
  return {
    /** Resolves when the rows show the change. */
    change: async (id: number, body: ImportChange, { quietly = false } = {}): Promise<void> => {
      try {
        const options = { params: { id }, body, handled: quietly };
        cache(await call<typeof changeImport>('PUT imports/:id', options));
      } catch {
        // The API client has reported the error.
      }
      await refreshRows(id);
    },
    commit: async (id: number): Promise<void> => {
      cache(await call<typeof commitImport>('POST imports/:id/commit', { params: { id } }));
      await refreshRows(id);
    },
    pause: async (id: number): Promise<void> => {
      cache(await call<typeof pauseImport>('POST imports/:id/pause', { params: { id } }));
      await refreshRows(id);
    },
    remove: async (id: number) => {
      await call<typeof removeImport>('DELETE imports/:id', { params: { id } });
      queries.removeQueries({ queryKey: [key, 'one', id] });
      await refreshList();
    },
    refreshList,
    /** The import added questions to the bank. */
    refreshBank: () => void queries.invalidateQueries({ queryKey: ['questions'] }),
  };
}
