import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ResultRow } from '#contract/exams.ts';
import { api } from '#web/api/client.ts';

/** Whose list it is: a student's official exams or simulations, or a teacher's trials. */
export type ResultsOf = 'official' | 'simulation' | 'trial';

/** Everything that lists results lies under this key, since a finished sitting changes them all. */
export const resultsKey = 'results';

type Part = { readonly skip: number; readonly take: number };

/** A part of one's results, newest first, kept on the screen while the next one is on its way. */
export function useResultRows(of: ResultsOf, { skip, take }: Part, enabled = true) {
  const query = of === 'trial' ? { skip, take } : { kind: of, skip, take };
  const path = of === 'trial' ? 'teacherExams' : 'examsPreview';
  return useQuery({
    queryKey: [resultsKey, path, query],
    queryFn: ({ signal }) => api.get<readonly ResultRow[]>(path, { query, signal, handled: true }),
    enabled,
    placeholderData: keepPreviousData,
    // A sitting may have ended since the list was last seen.
    staleTime: 0,
  });
}
