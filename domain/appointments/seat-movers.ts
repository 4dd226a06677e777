import {
  type Candidate,
  type Placement,
  type PlannedSeat,
  type Seating,
  seatCandidates,
  type Unplaced,
} from './seating.ts';

/** A candidate who moves with others, with the extra time for which they keep the seat after the slot. */
export type Mover = Candidate & { readonly extraMinutes: number };

const byNeedAndTime = (one: Mover, other: Mover) =>
  Number(other.needsAccessible ?? false) - Number(one.needsAccessible ?? false) ||
  other.extraMinutes - one.extraMinutes;

/** Groups that are seated one after the other: who needs an accessible seat first, then the longest extra time. */
function groupsOf(movers: readonly Mover[]): readonly (readonly Mover[])[] {
  if (movers.every(({ extraMinutes }) => extraMinutes === 0)) return [movers];
  const groups: Mover[][] = [];
  for (const mover of movers.toSorted(byNeedAndTime)) {
    const last = groups.at(-1);
    if (last?.[0] && byNeedAndTime(last[0], mover) === 0) last.push(mover);
    else groups.push([mover]);
  }
  return groups;
}

/**
 * Seats candidates who move to a slot together. Those with extra time get seats that nobody has next, before the others
 * take them; the others get any free seat.
 */
export function seatMovers(
  seats: readonly PlannedSeat[],
  movers: readonly Mover[],
  isFreeFor: (seat: PlannedSeat, minutes: number) => boolean,
): Pick<Seating, 'placements' | 'unplaced'> {
  const placements: Placement[] = [];
  const unplaced: Unplaced[] = [];
  const exams = new Map(movers.map(({ id, exam }) => [id, exam]));
  for (const group of groupsOf(movers)) {
    const minutes = group[0]?.extraMinutes ?? 0;
    const takenBy = new Map(placements.map(({ candidateId, row, seat }) => [`${row} ${seat}`, candidateId]));
    const open = seats.map((seat): PlannedSeat => {
      const candidateId = takenBy.get(`${seat.row} ${seat.seat}`);
      if (candidateId !== undefined) return { ...seat, occupant: { exam: exams.get(candidateId) ?? 0 } };
      return minutes === 0 || isFreeFor(seat, minutes) ? seat : { ...seat, outOfOrder: true };
    });
    const seated = seatCandidates([{ roomId: 0, priority: 0, seats: open }], group);
    placements.push(...seated.placements);
    unplaced.push(...seated.unplaced);
  }
  return { placements, unplaced };
}
