import { useQuery } from '@tanstack/react-query';
import type { getExamUserDetail } from '#contract/exam-taking.ts';
import { call } from '#web/api/client.ts';
import { readClock } from '#web/base/server-clock.ts';

const minute = 60_000;

/**
 * The exams the student has appointments for, with the server's time at the response. Refetched periodically, since
 * seats change.
 */
export const useAppointedExams = () =>
  useQuery({
    queryKey: ['appointedExams'],
    queryFn: async ({ signal }) => {
      const detail = await call<typeof getExamUserDetail>('GET getExamUserDetail', { signal, handled: true });
      return { detail, clock: readClock(detail.now) };
    },
    staleTime: 0,
    refetchInterval: minute,
    // The page's clock may have stopped while the computer slept.
    refetchOnWindowFocus: 'always',
  });
