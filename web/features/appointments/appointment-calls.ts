import { useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  Appointment,
  bulkAppointments,
  cancelAppointment,
  extendAppointments,
  moveAppointment,
} from '#contract/appointments.ts';
import type { SentBodyOfCall } from '#contract/call.ts';
import { api, call } from '#web/api/client.ts';
import type { ListSource } from '#web/list/use-list.ts';

const root = 'appointments';
export const appointmentSource: ListSource<Appointment> = { path: root, cacheKey: [root] };

type Named = {
  readonly id: number;
  readonly name?: string;
  readonly examName?: string;
  readonly description?: string;
};

/** Options for a select: rooms, sessions or custom exams, up to one page of the list. */
export const useChoices = (path: 'examrooms' | 'getExamCustom' | 'sessions') =>
  useQuery({
    queryKey: [path, 'choices'],
    queryFn: async ({ signal }) => {
      const { data } = await api.get<readonly Named[]>(path, { query: { take: 500 }, signal, handled: true });
      return data.map(({ id, name, examName, description }) => ({
        value: id,
        label: name ?? examName ?? description ?? String(id),
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
    /** Without the place, which may be stale here: it would move the student back. */
    setExtraTime: ({ id }: Appointment, extraTime: number, extraTimeReason: string) =>
      refreshed(
        call<typeof moveAppointment>('PUT appointments/:id', {
          params: { id },
          body: { extraTime, extraTimeReason },
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
