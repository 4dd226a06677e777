import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { examSchedule, examScheduleSeats } from '#contract/exam-schedule.ts';
import { call } from '#web/api/client.ts';

const root = 'examSchedule';
/** Papers change their state while exams run. */
const refreshMilliseconds = 30_000;

type Asked = { readonly from: string; readonly to: string; readonly examRoomId: number | undefined };

export const useSchedule = (asked: Asked) =>
  useQuery({
    queryKey: [root, asked],
    queryFn: ({ signal }) =>
      call<typeof examSchedule>('GET examSchedule', { query: asked, signal, handled: true }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMilliseconds,
  });

export const useSlotSeats = (examDate: string, examRoomSlotId: number) =>
  useQuery({
    queryKey: [root, 'seats', examDate, examRoomSlotId],
    queryFn: ({ signal }) =>
      call<typeof examScheduleSeats>('GET examSchedule/seats', {
        query: { examDate, examRoomSlotId },
        signal,
        handled: true,
      }),
    refetchInterval: refreshMilliseconds,
  });
