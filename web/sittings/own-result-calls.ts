import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { examsPreview, teacherExams } from '#contract/exam-results.ts';
import { callList } from '#web/api/client.ts';
import type { ListSource } from '#web/list/use-list.ts';

/** Which results: a student's official exams or simulations, or a teacher's trials. */
export type ResultsOf = 'official' | 'simulation' | 'trial';

/** The query key prefix of all result lists, because a finished sitting changes them all. */
export const resultsKey = 'results';

/** Results, newest first. Always refetched, because a sitting may have ended since. */
export const resultSource = (of: ResultsOf): ListSource<typeof examsPreview | typeof teacherExams> => ({
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
    queryFn: ({ signal }) =>
      callList<typeof examsPreview | typeof teacherExams>(`GET ${path}`, { query, signal, handled: true }),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
