import { bookableDays } from '#domain/appointments/booking.ts';
import { refuse } from '#domain/errors.ts';
import type { DaySlot } from '#server/appointments/day-slots.ts';
import type { BookingReads, SeatNeeds } from './booking-reads.ts';

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

/** The first slot with a seat that is free long enough. */
async function firstFitting(
  reads: BookingReads,
  slots: readonly DaySlot[],
  needs: SeatNeeds,
): Promise<DaySlot | undefined> {
  if (needs.extraMinutes === 0) return slots[0];
  for (const slot of slots) if (await reads.hasSeatFor(slot, needs)) return slot;
  return undefined;
}

async function refuseFull(
  reads: BookingReads,
  { granted: { slot, sessionId, durationMinutes }, needs }: SlotFull,
): Promise<never> {
  const session = (await reads.sessionsOf(slot.examDate)).find(({ id }) => id === sessionId);
  const days = session ? bookableDays([session], slot.examDate) : [slot.examDate];
  // With extra time, or for an accessible seat, the slot itself may have seats that do not fit.
  const slots = (await reads.daySlots(days, durationMinutes)).filter(
    ({ free, examDate, examRoomSlotId }) =>
      free > 0 && (examDate !== slot.examDate || examRoomSlotId !== slot.examRoomSlotId),
  );
  const isLater = ({ examDate, startsAt }: DaySlot) => examDate > slot.examDate || startsAt >= slot.startsAt;
  const next = [
    ...slots.toSorted((one, other) => one.startsAt - other.startsAt).filter(isLater),
    ...slots.filter((one) => one.examDate === slot.examDate && !isLater(one)),
  ];
  const offered = await firstFitting(reads, next, needs);
  if (!offered) return refuse('appointment.noFreeRooms');
  const { examRoomId, examRoomSlotId, examDate, examRoom, startHour } = offered;
  return refuse('appointment.slotFull', { examRoomId, examRoomSlotId, examDate, examRoom, startHour });
}
