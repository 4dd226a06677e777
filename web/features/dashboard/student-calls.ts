import { useQuery } from '@tanstack/react-query';
import type { getExamUserDetail } from '#contract/exams.ts';
import { call } from '#web/api/client.ts';
import { tellClock } from '#web/base/server-clock.ts';

const minute = 60_000;

/** The exams booked for the student, with the server's clock as it was then; asked again now and then, since seats change. */
export const useBookedExams = () =>
  useQuery({
    queryKey: ['bookedExams'],
    queryFn: async ({ signal }) => {
      const detail = await call<typeof getExamUserDetail>('GET getExamUserDetail', { signal, handled: true });
      return { detail, clock: tellClock(detail.now) };
    },
    staleTime: 0,
    refetchInterval: minute,
    // The page's clock may have stood still while the computer slept.
    refetchOnWindowFocus: 'always',
  });
