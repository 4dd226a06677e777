import { useQueries, useQuery } from '@tanstack/react-query';
import type { examScore } from '#contract/exam-results.ts';
import type { examGroup } from '#contract/exam-taking.ts';
import { call } from '#web/api/client.ts';
import { resultsKey } from '#web/sittings/own-result-calls.ts';

const scoreOf = (examId: number) => ({
  queryKey: [resultsKey, 'score', examId],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call<typeof examScore>('PUT examScore', { query: { examId }, signal, handled: true }),
  // The key may have opened since the window lost focus.
  refetchOnWindowFocus: true,
});

/** Score, grade and, where visible, the questions of one exam. */
export const useScore = (examId: number) => useQuery(scoreOf(examId));

/** The results of all exams of a sitting, each as it arrives. */
export const useScores = (examIds: readonly number[]) => useQueries({ queries: examIds.map(scoreOf) });

/** The exams of a sitting and whether they are finished. */
export const useSitting = (groupId: number) =>
  useQuery({
    queryKey: [resultsKey, 'sitting', groupId],
    queryFn: ({ signal }) =>
      call<typeof examGroup>('GET examGroups/:id', { params: { id: groupId }, signal, handled: true }),
    // It may have ended since the last request.
    staleTime: 0,
  });
