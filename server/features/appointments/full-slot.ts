import { bookableDays } from '#domain/appointments/booking.ts';
import { refuse } from '#domain/errors.ts';
import type { DaySlot } from '#server/appointments/day-slots.ts';
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

  constructor(granted: Granted) {
    super('the slot is full');
    this.granted = granted;
  }
}

/** Refuses a booking of a full slot, naming the next one with free seats. */
export async function retryInNextSlot<T>(reads: BookingReads, book: () => Promise<T>): Promise<T> {
  try {
    return await book();
  } catch (error) {
    if (error instanceof SlotFull) return refuseFull(reads, error.granted);
    throw error;
  }
}

async function refuseFull(
  reads: BookingReads,
  { slot, sessionId, durationMinutes }: Granted,
): Promise<never> {
  const session = (await reads.sessionsOf(slot.examDate)).find(({ id }) => id === sessionId);
  const days = session ? bookableDays([session], slot.examDate) : [slot.examDate];
  // With extra time, or for an accessible seat, the slot itself may have seats that do not fit.
  const slots = (await reads.daySlots(days, durationMinutes)).filter(
    ({ free, examDate, examRoomSlotId }) =>
      free > 0 && (examDate !== slot.examDate || examRoomSlotId !== slot.examRoomSlotId),
  );
  const next = slots
    .toSorted((one, other) => one.startsAt - other.startsAt)
    .find(({ examDate, startsAt }) => examDate > slot.examDate || startsAt >= slot.startsAt);
  const offered = next ?? slots.find(({ examDate }) => examDate === slot.examDate);
  if (!offered) return refuse('appointment.noFreeRooms');
  const { examRoomId, examRoomSlotId, examDate, examRoom, startHour } = offered;
  return refuse('appointment.slotFull', { examRoomId, examRoomSlotId, examDate, examRoom, startHour });
}
