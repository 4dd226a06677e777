import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Appointment, listAppointments } from '#contract/appointments.ts';
import type { cancelAppointment, moveAppointment } from '#contract/booking.ts';
import type { SentBodyOfCall } from '#contract/call.ts';
import type { ListOf } from '#contract/crud-calls.ts';
import type { examSession } from '#contract/entities/exam-session.ts';
import type { bulkAppointments, cancelSelected, extendAppointments } from '#contract/office-appointments.ts';
import type { listWithoutAppointment } from '#contract/students-without-appointment.ts';
import { call, callList } from '#web/api/client.ts';
import type { ListSource } from '#web/list/use-list.ts';

const root = 'appointments' as const;
export const appointmentSource: ListSource<typeof listAppointments> = { path: root, cacheKey: [root] };
export const withoutAppointmentSource: ListSource<typeof listWithoutAppointment> = {
  path: 'appointments/unbooked',
  cacheKey: [root],
};

/** The sessions that include a day. */
export const useSessionChoices = (day: string | undefined) =>
  useQuery({
    queryKey: ['sessions', 'spans'],
    queryFn: async ({ signal }) =>
      (
        await callList<ListOf<typeof examSession>>('GET sessions', {
          query: { take: 500 },
          signal,
          handled: true,
        })
      ).data,
    select: (rows) =>
      rows
        .filter(({ startDate, endDate }) => day === undefined || (startDate <= day && day <= endDate))
        .map(({ id, description }) => ({ value: id, label: description })),
  });

export type BulkBody = SentBodyOfCall<typeof bulkAppointments>;

/** The office's mutations on appointments; each one refetches the list. */
export function useAppointmentCalls() {
  const client = useQueryClient();
  const refreshed = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } finally {
      await client.invalidateQueries({ queryKey: [root] });
      void client.invalidateQueries({ queryKey: ['booking'] });
    }
  };
  return {
    cancel: (id: number) =>
      refreshed(call<typeof cancelAppointment>('DELETE appointments/:id', { params: { id } })),
    cancelSelected: (ids: readonly number[]) =>
      refreshed(call<typeof cancelSelected>('POST appointments/cancelSelected', { body: { ids: [...ids] } })),
    /** Omits slot and seat, which may be stale here and would move the student back. */
    setExtraTime: ({ id }: Appointment, body: SentBodyOfCall<typeof moveAppointment>) =>
      refreshed(
        call<typeof moveAppointment>('PUT appointments/:id', {
          params: { id },
          body,
          handled: true,
        }),
      ),
    extendSlot: ({ examDate, examRoomSlotId }: Appointment, minutes: number, extraTimeReason: string) =>
      refreshed(
        call<typeof extendAppointments>('POST appointments/extraTime', {
          body: { examDate, examRoomSlotId, minutes, extraTimeReason },
          handled: true,
        }),
      ),
    preview: (body: BulkBody) =>
      call<typeof bulkAppointments>('POST appointments/bulk', {
        query: { dryRun: 'true' },
        body,
        handled: true,
      }),
    bookAll: (body: BulkBody) =>
      refreshed(call<typeof bulkAppointments>('POST appointments/bulk', { query: {}, body, handled: true })),
  };
}
