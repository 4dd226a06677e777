import { useQuery } from '@tanstack/react-query';
import type { getExamUserDetail } from '#contract/exam-taking.ts';
import { call } from '#web/api/client.ts';
import { readClock } from '#web/base/server-clock.ts';

const minute = 60_000;

/** The exams the student has appointments for, with the server's clock as it was then; asked again now and then, since seats change. */
export const useAppointedExams = () =>
  useQuery({
    queryKey: ['appointedExams'],
    queryFn: async ({ signal }) => {
      const detail = await call<typeof getExamUserDetail>('GET getExamUserDetail', { signal, handled: true });
      return { detail, clock: readClock(detail.now) };
    },
    staleTime: 0,
    refetchInterval: minute,
    // The page's clock may have stood still while the computer slept.
    refetchOnWindowFocus: 'always',
  });
