import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ResultRow } from '#contract/exam-results.ts';
import { api } from '#web/api/client.ts';
import type { ListSource } from '#web/list/use-list.ts';

/** Whose list it is: a student's official exams or simulations, or a teacher's trials. */
export type ResultsOf = 'official' | 'simulation' | 'trial';

/** Everything that lists results lies under this key, since a finished sitting changes them all. */
export const resultsKey = 'results';

/** Results, newest first. A sitting may have ended since they were last seen. */
export const resultSource = (of: ResultsOf): ListSource<ResultRow> => ({
  path: of === 'trial' ? 'teacherExams' : 'examsPreview',
  cacheKey: [resultsKey],
  params: of === 'trial' ? {} : { kind: of },
  staleTime: 0,
});

/** The last few results. */
export function useLatestResults(of: ResultsOf, take: number, enabled = true) {
  const { path, cacheKey, params } = resultSource(of);
  const query = { ...params, skip: 0, take };
  return useQuery({
    queryKey: [...cacheKey, path, query],
    queryFn: ({ signal }) => api.get<readonly ResultRow[]>(path, { query, signal, handled: true }),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
