import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Appointment } from '#contract/appointments.ts';
import type { cancelAppointment, moveAppointment } from '#contract/booking.ts';
import type { SentBodyOfCall } from '#contract/call.ts';
import type { bulkAppointments, cancelSelected, extendAppointments } from '#contract/office-appointments.ts';
import { api, call } from '#web/api/client.ts';
import type { ListSource } from '#web/list/use-list.ts';

const root = 'appointments';
export const appointmentSource: ListSource<Appointment> = { path: root, cacheKey: [root] };

type SessionRow = { readonly id: number; readonly description: string; startDate: string; endDate: string };

/** The sessions that include a day. */
export const useSessionChoices = (day: string | undefined) =>
  useQuery({
    queryKey: ['sessions', 'spans'],
    queryFn: async ({ signal }) =>
      (await api.get<readonly SessionRow[]>('sessions', { query: { take: 500 }, signal, handled: true }))
        .data,
    select: (rows) =>
      rows
        .filter(({ startDate, endDate }) => day === undefined || (startDate <= day && day <= endDate))
        .map(({ id, description }) => ({ value: id, label: description })),
  });

type SlotRow = { readonly id: number; readonly startHour: string; readonly endHour: string };

export const useSlotChoices = (roomId: number | null) =>
  useQuery({
    queryKey: ['examrooms', roomId, 'slotChoices'],
    enabled: roomId !== null,
    queryFn: async ({ signal }) => {
      const { data } = await api.get<readonly SlotRow[]>(`examrooms/${roomId}/examroomslots`, {
        query: { take: 500, sort: 'startHour' },
        signal,
        handled: true,
      });
      return data.map(({ id, startHour, endHour }) => ({
        value: id,
        label: `${startHour.slice(0, 5)}–${endHour.slice(0, 5)}`,
      }));
    },
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
