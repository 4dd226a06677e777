import type { SlotTimes } from './booking.ts';
import type { Seat } from './seats.ts';

/** A slot with its free seats, in filling order. */
export type OpenSlot = SlotTimes & { readonly slotId: number; readonly free: readonly Seat[] };

/** A student to be seated, with the times at which they are busy. */
export type Seeker = { readonly studentId: number; readonly busy: readonly SlotTimes[] };

export type Place = Seat & { readonly slotId: number };

const meet = (one: SlotTimes, other: SlotTimes) => one.startsAt < other.endsAt && other.startsAt < one.endsAt;

/**
 * Gives each student the first free seat of the first slot that does not clash with their other appointments, in the
 * order given. A student without a seat gets a reason: no seat left, or only at times when they are busy.
 */
export function distribute(
  slots: readonly OpenSlot[],
  seekers: readonly Seeker[],
): ReadonlyMap<number, Place | 'full' | 'elsewhere'> {
  const left = slots.map((slot) => ({ slot, next: 0 }));
  const places = new Map<number, Place | 'full' | 'elsewhere'>();
  for (const { studentId, busy } of seekers) {
    const open = left.filter(({ slot, next }) => next < slot.free.length);
    const found = open.find(({ slot }) => !busy.some((time) => meet(time, slot)));
    const seat = found?.slot.free[found.next];
    if (found && seat) {
      found.next += 1;
      places.set(studentId, { ...seat, slotId: found.slot.slotId });
    } else {
      places.set(studentId, open.length === 0 ? 'full' : 'elsewhere');
    }
  }
  return places;
}
