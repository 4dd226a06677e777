import { bookableDays } from '#domain/appointments/booking.ts';
import { refuse } from '#domain/errors.ts';
import type { DaySlot } from '#server/appointments/day-slots.ts';
import type { SeatNeeds } from '#server/appointments/fitting-seats.ts';
import type { BookingReads } from './booking-reads.ts';

/** A slot that a booking may take a seat of. */
export type Granted = {
  readonly slot: DaySlot;
  readonly sessionId: number;
  readonly durationMinutes: number;
};

/** Ends the transaction of a booking that found no seat. */
export class SlotFull extends Error {
  readonly granted: Granted;
  readonly needs: SeatNeeds;

  constructor(granted: Granted, needs: SeatNeeds) {
    super('the slot is full');
    this.granted = granted;
    this.needs = needs;
  }
}

/** Refuses a booking of a full slot, naming the next one with free seats. */
export async function retryInNextSlot<T>(reads: BookingReads, book: () => Promise<T>): Promise<T> {
  try {
    return await book();
  } catch (error) {
    if (error instanceof SlotFull) return refuseFull(reads, error);
    throw error;
  }
}

async function refuseFull(
  reads: BookingReads,
  { granted: { slot, sessionId, durationMinutes }, needs }: SlotFull,
): Promise<never> {
  const session = (await reads.sessionsOf(slot.examDate)).find(({ id }) => id === sessionId);
  const days = session ? bookableDays([session], slot.examDate) : [slot.examDate];
  const all = await reads.fittingSlots(await reads.daySlots(days, durationMinutes), needs);
  // The refused slot is not offered again, also when a seat became free meanwhile.
  const slots = all.filter(
    ({ free, examDate, examRoomSlotId }) =>
      free > 0 && (examDate !== slot.examDate || examRoomSlotId !== slot.examRoomSlotId),
  );
  const isLater = ({ examDate, startsAt }: DaySlot) => examDate > slot.examDate || startsAt >= slot.startsAt;
  const next = [
    ...slots.toSorted((one, other) => one.startsAt - other.startsAt).filter(isLater),
    ...slots.filter((one) => one.examDate === slot.examDate && !isLater(one)),
  ];
  const [offered] = next;
  if (!offered) return refuse('appointment.noFreeRooms');
  const { examRoomId, examRoomSlotId, examDate, examRoom, startHour } = offered;
  return refuse('appointment.slotFull', { examRoomId, examRoomSlotId, examDate, examRoom, startHour });
}
