import { bookableDays } from '#domain/appointments/booking.ts';
import { isOpenSlot, nextSlot } from '#domain/appointments/next-slot.ts';
import { refuse } from '#domain/errors.ts';
import type { DaySlot } from '#server/appointments/day-slots.ts';
import type { SeatNeeds } from '#server/appointments/fitting-seats.ts';
import type { Candidate } from './booker.ts';
import type { BookingReads } from './booking-reads.ts';

/** A slot that a booking may take a seat of. */
export type Granted = {
  readonly slot: DaySlot;
  readonly sessionId: number;
  readonly durationMinutes: number;
};

/** What was to be booked or moved. */
type Refused = {
  readonly granted: Granted;
  readonly candidate: Candidate;
  readonly needs: SeatNeeds;
};

/** Ends the transaction of a booking that found no seat. */
class SlotFull extends Error {
  readonly refused: Refused;

  constructor(refused: Refused) {
    super('the slot is full');
    this.refused = refused;
  }
}

/** Refuses a booking or a move that found no seat. */
export function refuseFull(refused: Refused): never {
  if (refused.needs.needsAccessible) refuse('appointment.noAccessibleSeat');
  throw new SlotFull(refused);
}

/** Refuses a booking of a full slot, naming the next one that can be booked instead. */
export async function retryInNextSlot<T>(reads: BookingReads, book: () => Promise<T>): Promise<T> {
  try {
    return await book();
  } catch (error) {
    if (error instanceof SlotFull) return refuseWithNext(reads, error.refused);
    throw error;
  }
}

/** The slots of the session from the refused one's day on in which the person could get a seat now. */
async function openSlots(reads: BookingReads, refused: Refused): Promise<readonly DaySlot[]> {
  const { granted, candidate, needs } = refused;
  const { slot, sessionId, durationMinutes } = granted;
  const [sessions, ahead] = await Promise.all([
    reads.sessionsOf(slot.examDate),
    reads.examsAhead(candidate.userId),
  ]);
  const session = sessions.find(({ id }) => id === sessionId);
  const days = session ? bookableDays([session], slot.examDate) : [slot.examDate];
  const all = await reads.daySlots(days, durationMinutes);
  const slots = await reads.fittingSlots(all, needs);
  const keyOf = ({ examDate, examRoomSlotId }: DaySlot) => `${examDate} ${examRoomSlotId}`;
  const freeOf = new Map(all.map((one) => [keyOf(one), one.free]));
  // The office also gives seats that others wait for.
  const waitingFor = candidate.by === 'student' ? await reads.waiting(days, candidate.studentId) : () => 0;
  const others = ahead.filter(({ appointmentId }) => appointmentId !== needs.movedId);
  const taken = [slot, ...ahead.filter(({ appointmentId }) => appointmentId === needs.movedId)];
  const ownExams = { taken, others, extraMinutes: needs.extraMinutes };
  return slots.filter((one) =>
    isOpenSlot(one, ownExams, {
      fitting: one.free,
      free: freeOf.get(keyOf(one)) ?? 0,
      waiting: waitingFor(one.examDate, one.examRoomSlotId),
    }),
  );
}

async function refuseWithNext(reads: BookingReads, refused: Refused): Promise<never> {
  const next = nextSlot(await openSlots(reads, refused), refused.granted.slot);
  if (!next) return refuse('appointment.noFreeRooms');
  const { examRoomId, examRoomSlotId, examDate, examRoom, startHour } = next;
  return refuse('appointment.slotFull', { examRoomId, examRoomSlotId, examDate, examRoom, startHour });
}
