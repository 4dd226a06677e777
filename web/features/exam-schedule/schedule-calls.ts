import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SentBodyOfCall } from '#contract/call.ts';
import type { ListOf } from '#contract/crud-calls.ts';
import type { room } from '#contract/entities/room.ts';
import type { examSchedule, examScheduleSeats } from '#contract/exam-schedule.ts';
import type { moveSlot } from '#contract/slot-moves.ts';
import { call, callList } from '#web/api/client.ts';

const root = 'examSchedule';
/** Polled, because papers change their state while exams run. */
const refreshMilliseconds = 30_000;

type ScheduleQuery = { readonly from: string; readonly to: string; readonly examRoomId: number | undefined };

export const useSchedule = (query: ScheduleQuery) =>
  useQuery({
    queryKey: [root, query],
    queryFn: ({ signal }) =>
      call<typeof examSchedule>('GET examSchedule', { query: query, signal, handled: true }),
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

export const useRooms = () =>
  useQuery({
    queryKey: ['examrooms', 'schedule'],
    queryFn: async ({ signal }) =>
      (await callList<ListOf<typeof room>>('GET examrooms', { query: { take: 500 }, signal, handled: true }))
        .data,
  });

type MoveBody = SentBodyOfCall<typeof moveSlot>;

/** Moves everyone in a room and slot together. */
export function useMoveSlot() {
  const client = useQueryClient();
  return {
    preview: (body: MoveBody) =>
      call<typeof moveSlot>('POST appointments/moveSlot', { query: { dryRun: 'true' }, body, handled: true }),
    move: async (body: MoveBody) => {
      try {
        return await call<typeof moveSlot>('POST appointments/moveSlot', { query: {}, body, handled: true });
      } finally {
        for (const key of [root, 'appointments', 'booking'])
          void client.invalidateQueries({ queryKey: [key] });
      }
    },
  };
}
