import { useQueries, useQuery } from '@tanstack/react-query';
import type { examScore } from '#contract/exam-results.ts';
import type { examGroup } from '#contract/exam-taking.ts';
import { call } from '#web/api/client.ts';
import { resultsKey } from '#web/sittings/result-calls.ts';

const scoreOf = (examId: number) => ({
  queryKey: [resultsKey, 'score', examId],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call<typeof examScore>('PUT examScore', { query: { examId }, signal, handled: true }),
  // Whoever comes back to the window may find the key open by now.
  refetchOnWindowFocus: true,
});

/** Score, grade and, as far as they may be seen, the questions of one exam. */
export const useScore = (examId: number) => useQuery(scoreOf(examId));

/** The same of every exam of a sitting, each as it arrives. */
export const useScores = (examIds: readonly number[]) => useQueries({ queries: examIds.map(scoreOf) });

/** Which exams a sitting has, and whether they are over. */
export const useSitting = (groupId: number) =>
  useQuery({
    queryKey: [resultsKey, 'sitting', groupId],
    queryFn: ({ signal }) =>
      call<typeof examGroup>('GET examGroups/:id', { params: { id: groupId }, signal, handled: true }),
    // It may have ended since it was last asked about.
    staleTime: 0,
  });
