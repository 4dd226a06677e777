import { useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  bookAppointment,
  bookableExams,
  cancelAppointment,
  freeDays,
  freeRooms,
  moveAppointment,
  PlanSeat,
  seatPlan,
} from '#contract/booking.ts';
import type { acceptOffer, leaveQueue, listWaitingPlaces, queueForSeat } from '#contract/waiting-places.ts';
import { call } from '#web/api/client.ts';
import { readClock } from '#web/base/server-clock.ts';

const root = 'booking';
type StudentId = number | undefined;

/** The exams, with the server's time at the response. */
export const useBookableExams = (studentId: StudentId, isEnabled: boolean) =>
  useQuery({
    queryKey: [root, 'exams', studentId],
    queryFn: async ({ signal }) => {
      const query = { studentId };
      const offer = await call<typeof bookableExams>('GET bookableExams', { query, signal, handled: true });
      return { ...offer, clock: readClock(offer.now) };
    },
    enabled: isEnabled,
    staleTime: 0,
  });

/** Polled, so that an open page shows an offer soon after it is made. */
const offersEveryMs = 30_000;

export const useWaitingPlaces = (studentId: StudentId, isEnabled = true) =>
  useQuery({
    queryKey: [root, 'waiting', studentId],
    queryFn: ({ signal }) =>
      call<typeof listWaitingPlaces>('GET waitingPlaces', { query: { studentId }, signal, handled: true }),
    enabled: isEnabled,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && state.data.length > 0 ? offersEveryMs : false),
  });

type ExamQuery = {
  readonly studentId: StudentId;
  readonly examCustomId: number;
  readonly examSessionId: number | undefined;
};
/** For an appointment that moves, only seats that fit it count as free. */
type FreeSeatQuery = ExamQuery & { readonly appointmentId: number | undefined };

export const useFreeDays = (query: FreeSeatQuery) =>
  useQuery({
    queryKey: [root, 'days', query],
    queryFn: ({ signal }) => call<typeof freeDays>('GET freeDays', { query: query, signal, handled: true }),
    staleTime: 0,
  });

export const useFreeRooms = (query: FreeSeatQuery & { readonly examDate: string }) =>
  useQuery({
    queryKey: [root, 'rooms', query],
    queryFn: ({ signal }) => call<typeof freeRooms>('GET freeRooms', { query: query, signal, handled: true }),
    staleTime: 0,
  });

/** The seats of a slot; for an exam to be booked, also the seat it would get. */
export const useSeatPlan = (
  studentId: StudentId,
  examRoomSlotId: number,
  examDate: string,
  wanted: {
    readonly examCustomId?: number;
    readonly appointmentId?: number | undefined;
    readonly accessibleSeat?: 'true' | 'false';
  } = {},
) =>
  useQuery({
    queryKey: [root, 'plan', studentId, examRoomSlotId, examDate, wanted],
    queryFn: ({ signal }) =>
      call<typeof seatPlan>('GET seatPlan', {
        query: { studentId, examRoomSlotId, examDate, ...wanted },
        signal,
        handled: true,
      }),
    staleTime: 0,
  });

type SlotOnDay = {
  readonly examDate: string;
  readonly examRoomId: number;
  readonly examRoomSlotId: number;
  readonly examSessionId: number | undefined;
  /** The office requests an accessible seat. */
  readonly accessibleSeat?: boolean;
  /** The seat the office chooses in a move. */
  readonly seat?: Seat;
};
export type Seat = Pick<PlanSeat, 'examRow' | 'seatNumber'>;

/** What a student waits for: a day, or one slot of it. */
export type Queued = ExamQuery & {
  readonly examDate: string;
  readonly examRoomId?: number;
  readonly examRoomSlotId?: number;
};

/** Books, moves and cancels appointments; each mutation refetches what the screens show. */
export function useBookingCalls() {
  const client = useQueryClient();
  const refreshed = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } finally {
      await client.invalidateQueries({ queryKey: [root] });
      void client.invalidateQueries({ queryKey: ['appointedExams'] });
    }
  };
  return {
    book: (examCustomId: number, slot: SlotOnDay, studentId: StudentId) =>
      refreshed(
        call<typeof bookAppointment>('POST appointments', {
          body: { ...slot, examCustomId, studentId },
          handled: true,
        }),
      ),
    move: (id: number, slot: SlotOnDay & { readonly anotherSeat?: boolean }) =>
      refreshed(
        call<typeof moveAppointment>('PUT appointments/:id', { params: { id }, body: slot, handled: true }),
      ),
    queue: (wanted: Queued) => refreshed(call<typeof queueForSeat>('POST waitingPlaces', { body: wanted })),
    leave: (id: number) => refreshed(call<typeof leaveQueue>('DELETE waitingPlaces/:id', { params: { id } })),
    accept: (id: number) =>
      refreshed(call<typeof acceptOffer>('POST waitingPlaces/:id/accept', { params: { id } })),
    cancel: (id: number) =>
      refreshed(call<typeof cancelAppointment>('DELETE appointments/:id', { params: { id } })),
  };
}
