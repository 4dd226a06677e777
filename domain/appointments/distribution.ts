import type { SlotTimes } from './booking.ts';

/** A slot with its free seats. */
export type OpenSlot = SlotTimes & {
  readonly slotId: number;
  readonly ordinary: number;
  readonly accessible: number;
};

/** A student to be seated, with the times at which they are busy. */
export type Seeker = {
  readonly studentId: number;
  /** A person with two enrolments sits in one place at a time. */
  readonly personId: number;
  readonly busy: readonly SlotTimes[];
  readonly needsAccessible?: boolean;
};

/** Why a student gets no slot: no seat left, none left that is accessible, or only at times when they are busy. */
export type NoSlot = 'full' | 'noAccessible' | 'elsewhere';

const meet = (one: SlotTimes, other: SlotTimes) => one.startsAt < other.endsAt && other.startsAt < one.endsAt;

/**
 * Gives each student the first slot with a free seat that does not clash with their other appointments: those who need
 * an accessible seat first, then the others in the order given, who take accessible seats of a slot last.
 */
export function distribute(
  slots: readonly OpenSlot[],
  seekers: readonly Seeker[],
): ReadonlyMap<number, number | NoSlot> {
  const left = slots.map((slot) => ({ slot, ordinary: slot.ordinary, accessible: slot.accessible }));
  const given = new Map<number, number | NoSlot>();
  const givenTo = new Map<number, readonly SlotTimes[]>();
  const seat = ({ studentId, personId, busy, needsAccessible = false }: Seeker) => {
    const times = [...busy, ...(givenTo.get(personId) ?? [])];
    const open = left.filter((one) => one.accessible > 0 || (!needsAccessible && one.ordinary > 0));
    const found = open.find(({ slot }) => !times.some((time) => meet(time, slot)));
    if (!found) {
      const none = needsAccessible ? 'noAccessible' : 'full';
      given.set(studentId, open.length === 0 ? none : 'elsewhere');
      return;
    }
    if (needsAccessible || found.ordinary === 0) found.accessible -= 1;
    else found.ordinary -= 1;
    given.set(studentId, found.slot.slotId);
    givenTo.set(personId, [...(givenTo.get(personId) ?? []), found.slot]);
  };
  for (const seeker of seekers) if (seeker.needsAccessible) seat(seeker);
  for (const seeker of seekers) if (!seeker.needsAccessible) seat(seeker);
  return given;
}
