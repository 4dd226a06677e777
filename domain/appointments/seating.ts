import { groupBy } from '../group-by.ts';
import { arrangeExams, countPairs } from './seat-arrangement.ts';
import { neighboursOf } from './seat-neighbours.ts';
import type { Seat } from './seats.ts';
import { countSharedPapers } from './shared-papers.ts';

/** The candidate already in a seat. */
export type Occupant = { readonly exam: number };

/** A seat of a room, as input. */
export type PlannedSeat = Seat & {
  readonly outOfOrder?: boolean;
  readonly accessible?: boolean;
  readonly occupant?: Occupant | undefined;
};

/** A room in one slot, with its seats in filling order. */
export type PlannedRoom = {
  readonly roomId: number;
  /** Rooms with a lower priority are filled first. */
  readonly priority: number;
  readonly seats: readonly PlannedSeat[];
};

export type Candidate = {
  readonly id: number;
  readonly exam: number;
  readonly needsAccessible?: boolean;
};

export type Placement = {
  readonly candidateId: number;
  readonly roomId: number;
  readonly row: number;
  readonly seat: number;
};

/** Why a candidate has no seat. */
export type Unplaced = { readonly candidateId: number; readonly reason: 'noSeat' | 'noAccessibleSeat' };

/** A constraint that a room could not meet, how often, and why. */
export type Compromise = {
  readonly roomId: number;
  readonly pairs: number;
  readonly what: 'sameExam' | 'sameVariant' | 'accessibleGiven';
  readonly why: 'oneExam' | 'fewExams' | 'oneVariant' | 'fewVariants' | 'noOtherSeat';
};

export type Seating = {
  readonly placements: readonly Placement[];
  readonly unplaced: readonly Unplaced[];
  readonly compromises: readonly Compromise[];
};

type Free = { readonly room: number; readonly seatIndex: number; readonly accessible: boolean };

/** Takes candidates from each exam in turn, so that every room gets a mix of exams. */
function mixed(candidates: readonly Candidate[]): readonly Candidate[] {
  const exams = groupBy(candidates, ({ exam }) => exam);
  return [...exams.values()]
    .flatMap((of) => of.map((candidate, index) => ({ candidate, at: (index + 0.5) / of.length })))
    .toSorted((a, b) => a.at - b.at)
    .map(({ candidate }) => candidate);
}

const isFree = (seat: PlannedSeat) => !seat.outOfOrder && seat.occupant === undefined;

/** For each seat, how many of its neighbours sit one of the exams. */
function clashesOf(seats: readonly PlannedSeat[], exams: ReadonlySet<number>): number[] {
  const sits = seats.map(({ occupant }) => occupant !== undefined && exams.has(occupant.exam));
  return neighboursOf(seats).map((of) => of.filter((other) => sits[other]).length);
}

/** Picks free seats of a room, each time the one with the fewest clashes; returned in filling order. */
function spread(
  seats: readonly PlannedSeat[],
  open: readonly Free[],
  count: number,
  exams: ReadonlySet<number>,
): readonly Free[] {
  const neighbours = neighboursOf(seats);
  const clashes = clashesOf(seats, exams);
  const left = new Set(open);
  for (let taken = 0; taken < count; taken += 1) {
    let best: Free | undefined;
    for (const seat of left)
      if (!best || (clashes[seat.seatIndex] ?? 0) < (clashes[best.seatIndex] ?? 0)) best = seat;
    if (!best) break;
    left.delete(best);
    for (const other of neighbours[best.seatIndex] ?? []) clashes[other] = (clashes[other] ?? 0) + 1;
  }
  return open.filter((seat) => !left.has(seat));
}

/**
 * The free seats of a room for one candidate, best first: fewest neighbours with the same exam, then in
 * filling order. Only accessible seats for those who need one; the others take them last.
 */
export function preferredSeats(
  seats: readonly PlannedSeat[],
  exam: number,
  needsAccessible = false,
): readonly Seat[] {
  const clashes = clashesOf(seats, new Set([exam]));
  return seats
    .map((seat, seatIndex) => ({
      seat,
      clashes: clashes[seatIndex] ?? 0,
      last: seat.accessible && !needsAccessible,
    }))
    .filter(({ seat }) => isFree(seat) && (seat.accessible || !needsAccessible))
    .toSorted((a, b) => Number(a.last ?? false) - Number(b.last ?? false) || a.clashes - b.clashes)
    .map(({ seat: { row, seat } }) => ({ row, seat }));
}

/** Whether some free seat has neighbours but none with this exam; then the order of choosing matters. */
export function canSitApart(seats: readonly PlannedSeat[], exam: number): boolean {
  const neighbours = neighboursOf(seats);
  const clashes = clashesOf(seats, new Set([exam]));
  return seats.some(
    (seat, index) => isFree(seat) && (neighbours[index] ?? []).length > 0 && (clashes[index] ?? 0) === 0,
  );
}

/**
 * The seats to use, for candidates who need an accessible one and for the others, each in filling order. In a room that does not
 * get full, the others sit apart.
 */
function chooseSeats(
  rooms: readonly PlannedRoom[],
  needing: number,
  others: number,
  exams: ReadonlySet<number>,
) {
  const free: Free[] = rooms.flatMap(({ seats }, room) =>
    seats.flatMap((seat, seatIndex) =>
      isFree(seat) ? [{ room, seatIndex, accessible: seat.accessible === true }] : [],
    ),
  );
  const clashes = rooms.map(({ seats }) => clashesOf(seats, exams));
  const clashesAt = ({ room, seatIndex }: Free) => clashes[room]?.[seatIndex] ?? 0;
  const accessible = free
    .filter((seat) => seat.accessible)
    .toSorted((a, b) => a.room - b.room || clashesAt(a) - clashesAt(b));
  const needed = new Set(accessible.slice(0, needing));
  const ordinary = free.filter((seat) => !seat.accessible);
  // Other candidates get accessible seats only when nothing else is left.
  const given = [...ordinary, ...accessible.slice(needing)].slice(0, others);
  const chosen = new Set(given);
  for (const [index, { seats }] of rooms.entries()) {
    const open = ordinary.filter(({ room }) => room === index);
    const count = open.filter((seat) => chosen.has(seat)).length;
    if (count === open.length) continue;
    for (const seat of open) chosen.delete(seat);
    for (const seat of spread(seats, open, count, exams)) chosen.add(seat);
  }
  return {
    forNeeding: free.filter((seat) => needed.has(seat)),
    forOthers: free.filter((seat) => chosen.has(seat)),
  };
}

/**
 * Seats candidates: rooms by priority, rows from the front, accessible seats for those who need them, no broken seats.
 * Where seats stay free, candidates sit apart. Within a room, neighbours get different exams where possible. Neighbours
 * who get the same template of an exam are counted. Unmet constraints are returned with a reason. Deterministic: the
 * same input gives the same seating.
 */
export function seatCandidates(
  unordered: readonly PlannedRoom[],
  candidates: readonly Candidate[],
  templatesOf: (exam: number) => number = () => 0,
): Seating {
  const rooms = unordered.toSorted((a, b) => a.priority - b.priority);
  const needing = mixed(candidates.filter((candidate) => candidate.needsAccessible));
  const others = mixed(candidates.filter((candidate) => !candidate.needsAccessible));
  const { forNeeding, forOthers } = chooseSeats(
    rooms,
    needing.length,
    others.length,
    new Set(candidates.map(({ exam }) => exam)),
  );

  const placements: Placement[] = [];
  const compromises: Compromise[] = [];
  const [waitingNeeding, waitingOthers] = [[...needing], [...others]];
  for (const [index, room] of rooms.entries()) {
    const here = (seats: readonly Free[]) =>
      seats.filter((seat) => seat.room === index).map((seat) => seat.seatIndex);
    const [neededHere, otherHere] = [here(forNeeding), here(forOthers)];
    const seated = seatRoom(
      room,
      [
        { seatIndexes: neededHere, candidates: waitingNeeding.splice(0, neededHere.length) },
        { seatIndexes: otherHere, candidates: waitingOthers.splice(0, otherHere.length) },
      ],
      templatesOf,
    );
    placements.push(...seated.placements);
    compromises.push(...seated.compromises);
  }
  return {
    placements,
    unplaced: [
      ...waitingNeeding.map(({ id }) => ({ candidateId: id, reason: 'noAccessibleSeat' as const })),
      ...waitingOthers.map(({ id }) => ({ candidateId: id, reason: 'noSeat' as const })),
    ],
    compromises,
  };
}

type Share = { readonly seatIndexes: readonly number[]; readonly candidates: readonly Candidate[] };

function seatRoom(
  { roomId, seats }: PlannedRoom,
  shares: readonly Share[],
  templatesOf: (exam: number) => number,
): Pick<Seating, 'placements' | 'compromises'> {
  const neighbours = neighboursOf(seats);
  const fixed = seats.map(({ occupant }) => occupant?.exam);
  const exams = arrangeExams(
    seats,
    neighbours,
    fixed,
    shares.map((share) => ({
      seatIndexes: share.seatIndexes,
      exams: share.candidates.map(({ exam }) => exam),
    })),
  );
  const placements = shares.flatMap(({ seatIndexes, candidates }) => {
    const waiting = [...candidates];
    return seatIndexes.flatMap((seatIndex): Placement[] => {
      const at = waiting.findIndex(({ exam }) => exam === exams[seatIndex]);
      const [candidate] = at === -1 ? [] : waiting.splice(at, 1);
      const { row, seat } = seats[seatIndex] as PlannedSeat;
      return candidate ? [{ candidateId: candidate.id, roomId, row, seat }] : [];
    });
  });
  const different = new Set(exams.filter((exam) => exam !== undefined)).size;
  const maxVariants = Math.max(0, ...exams.map((exam) => (exam === undefined ? 0 : templatesOf(exam))));
  const sameExam = countPairs(neighbours, exams);
  const sameVariant = countSharedPapers(
    seats.map(({ row, seat }, seatIndex) => ({ row, seat, exam: exams[seatIndex] })),
    templatesOf,
  );
  const accessibleGiven = (shares[1]?.seatIndexes ?? []).filter(
    (seatIndex) => seats[seatIndex]?.accessible,
  ).length;
  const found: readonly Compromise[] = [
    { roomId, pairs: sameExam, what: 'sameExam', why: different === 1 ? 'oneExam' : 'fewExams' },
    { roomId, pairs: sameVariant, what: 'sameVariant', why: maxVariants < 2 ? 'oneVariant' : 'fewVariants' },
    { roomId, pairs: accessibleGiven, what: 'accessibleGiven', why: 'noOtherSeat' },
  ];
  return { placements, compromises: found.filter(({ pairs }) => pairs > 0) };
}
