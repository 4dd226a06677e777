import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { templateOfSeat } from '#domain/exam-structure/template-papers.ts';
import { neighboursOf } from './seat-neighbours.ts';
import {
  type Candidate,
  type PlannedRoom,
  type PlannedSeat,
  preferredSeats,
  type Seating,
  seatCandidates,
} from './seating.ts';
import { seatsOf } from './seats.ts';

const roomOf = (
  rows: number,
  seats: number,
  given: Partial<PlannedRoom> & { marks?: (seat: PlannedSeat) => Partial<PlannedSeat> } = {},
): PlannedRoom => ({
  roomId: given.roomId ?? 1,
  priority: given.priority ?? 1,
  seats: seatsOf(
    rows * seats,
    Array.from({ length: rows }, (_, index) => ({ row: index + 1, seats })),
  ).map((seat) => ({ ...seat, ...given.marks?.(seat) })),
});
const people = (exams: readonly number[]): Candidate[] => exams.map((exam, id) => ({ id, exam }));
const times = (count: number, exam: number) => Array.from({ length: count }, () => exam);
const at = ({ placements }: Seating) => placements.map(({ roomId, row, seat }) => `${roomId}:${row}/${seat}`);

type Seater = typeof seatCandidates;
/** How many neighbours have the same exam, and the same paper, computed from the placements alone. */
function pairsOf(
  rooms: readonly PlannedRoom[],
  candidates: readonly Candidate[],
  { placements }: Seating,
  templates = 0,
) {
  // Rows of these rooms are numbered from 1 without gaps. Without templates everybody has a paper of their own.
  const paperOf = ({ row, seat }: PlannedSeat) =>
    templates === 0 ? `${row} ${seat}` : templateOfSeat({ line: row, seat }, templates);
  const examOf = new Map(candidates.map(({ id, exam }) => [id, exam]));
  return rooms.reduce(
    (all, { roomId, seats }) => {
      const taken = seats.map((seat) => {
        const here = placements.find(
          (one) => one.roomId === roomId && one.row === seat.row && one.seat === seat.seat,
        );
        return seat.occupant
          ? { ...seat, exam: seat.occupant.exam }
          : here && { ...seat, exam: examOf.get(here.candidateId) };
      });
      const pairs = neighboursOf(seats).flatMap((of, index) =>
        of.filter((other) => other > index).map((other) => [taken[index], taken[other]] as const),
      );
      const same = pairs.filter(([a, b]) => a && b && a.exam === b.exam);
      return {
        exam: all.exam + same.length,
        paper: all.paper + same.filter(([a, b]) => a && b && paperOf(a) === paperOf(b)).length,
      };
    },
    { exam: 0, paper: 0 },
  );
}

const mark = fc.record({
  outOfOrder: fc.boolean(),
  accessible: fc.boolean(),
  occupied: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined, freq: 6 }),
});
const hall = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 6 }), fc.nat({ max: 3 })), {
    minLength: 1,
    maxLength: 3,
  })
  .chain((shapes) =>
    fc.array(mark, { minLength: 90, maxLength: 90 }).map((marks) => {
      let next = 0;
      return shapes.map(([rows, seats, priority], index) =>
        roomOf(rows, seats, {
          roomId: index + 1,
          priority,
          marks: () => {
            const { outOfOrder, accessible, occupied } = marks[next++ % marks.length] ?? {
              outOfOrder: false,
              accessible: false,
              occupied: undefined,
            };
            return {
              outOfOrder: outOfOrder && occupied === undefined,
              accessible,
              occupant: occupied === undefined ? undefined : { exam: occupied },
            };
          },
        }),
      );
    }),
  );
const crowd = fc
  .array(fc.record({ exam: fc.integer({ min: 1, max: 4 }), needsAccessible: fc.boolean() }), {
    maxLength: 60,
  })
  .map((all) => all.map((one, id) => ({ ...one, id })));

/** Invariants of every seating, for any hall and any candidates. */
function expectValid(seat: Seater) {
  fc.assert(
    fc.property(hall, crowd, fc.integer({ min: 0, max: 4 }), (rooms, candidates, templates) => {
      const seating = seat(rooms, candidates, () => templates);
      const seatAt = (roomId: number, row: number, number: number) =>
        rooms
          .find((room) => room.roomId === roomId)
          ?.seats.find((one) => one.row === row && one.seat === number);
      // No candidate twice, no seat twice, no candidate missing.
      expect(new Set(at(seating)).size).toBe(seating.placements.length);
      expect(
        [...seating.placements, ...seating.unplaced]
          .map(({ candidateId }) => candidateId)
          .sort((a, b) => a - b),
      ).toEqual(candidates.map(({ id }) => id));
      for (const { candidateId, roomId, row, seat: number } of seating.placements) {
        const found = seatAt(roomId, row, number);
        expect(found).toBeDefined();
        expect(found?.outOfOrder || found?.occupant !== undefined).toBe(false);
        expect(candidates[candidateId]?.needsAccessible && !found?.accessible).toBe(false);
      }
      const free = rooms.flatMap(({ seats }) => seats.filter((one) => !one.outOfOrder && !one.occupant));
      const reasons = new Set(seating.unplaced.map(({ reason }) => reason));
      expect(reasons.has('noSeat') && seating.placements.length < free.length).toBe(
        reasons.has('noSeat') &&
          free.filter((one) => one.accessible).length >
            candidates.filter((one) => one.needsAccessible).length &&
          seating.placements.length < free.length,
      );
      // The reported neighbours match the actual ones.
      const { exam, paper } = pairsOf(rooms, candidates, seating, templates);
      const said = (what: string) =>
        seating.compromises.filter((one) => one.what === what).reduce((all, { pairs }) => all + pairs, 0);
      expect([said('sameExam'), said('sameVariant')]).toEqual([exam, paper]);
    }),
    { numRuns: 150, seed: 14 },
  );
}

const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** In a full room with four to seven exams of the same size, no two neighbours have the same one. */
function expectApart(seat: Seater) {
  for (const rows of from(2, 5))
    for (const seats of from(2, 6))
      for (const exams of from(4, 7)) {
        const room = roomOf(rows * 2, seats * 2);
        const candidates = people(room.seats.map((_, index) => index % exams));
        expect(pairsOf([room], candidates, seat([room], candidates)).exam).toBe(0);
      }
}

/** Four templates of one exam are enough to separate every pair of neighbours; fewer are not. */
function expectSharedPapersReported(seat: Seater) {
  for (const rows of from(1, 8))
    for (const seats of from(1, 8)) {
      const room = roomOf(rows, seats);
      const candidates = people(times(rows * seats, 9));
      const shared = (templates: number) =>
        seat([room], candidates, () => templates)
          .compromises.filter(({ what }) => what === 'sameVariant')
          .map(({ pairs, why }) => [pairs, why]);
      const pairs = rows * (seats - 1) + (rows - 1) * seats + 2 * (rows - 1) * (seats - 1);
      const diagonal = 2 * (rows - 1) * (seats - 1);
      expect(shared(4)).toEqual([]);
      expect(shared(2)).toEqual(diagonal === 0 ? [] : [[diagonal, 'fewVariants']]);
      expect(shared(1)).toEqual(pairs === 0 ? [] : [[pairs, 'oneVariant']]);
      expect(shared(0)).toEqual([]);
    }
}

describe('seating', () => {
  it('never gives a seat twice, a broken seat, or an ordinary seat to a candidate who needs an accessible one', () =>
    expectValid(seatCandidates));
  it('gives neighbours different exams where possible', () => expectApart(seatCandidates));
  it('[APPT-4] tells how many neighbours share a paper because there are too few templates', () =>
    expectSharedPapersReported(seatCandidates));

  it('fills rooms by priority, lowest first, and rows from the front', () => {
    const rooms = [roomOf(2, 2, { roomId: 1, priority: 5 }), roomOf(1, 3, { roomId: 2, priority: 1 })];
    expect(at(seatCandidates(rooms, people(times(5, 1))))).toEqual([
      '2:1/1',
      '2:1/2',
      '2:1/3',
      '1:1/1',
      '1:1/2',
    ]);
  });

  it('[APPT-4] leaves free seats between candidates of one exam, but none between different exams', () => {
    expect(at(seatCandidates([roomOf(2, 5)], people(times(3, 1))))).toEqual(['1:1/1', '1:1/3', '1:1/5']);
    const taken = roomOf(1, 6, {
      marks: ({ seat }) => ({ occupant: seat % 3 === 0 ? { exam: seat / 3 } : undefined }),
    });
    expect(at(seatCandidates([taken], people(times(2, 1))))).toEqual(['1:1/1', '1:1/5']);
  });

  it('[APPT-4] one candidate gets the seat that is preferred for their exam', () => {
    fc.assert(
      fc.property(hall, fc.integer({ min: 1, max: 4 }), fc.boolean(), ([room], exam, needsAccessible) => {
        const seating = seatCandidates([room as PlannedRoom], [{ id: 0, exam, needsAccessible }]);
        const [best] = preferredSeats((room as PlannedRoom).seats, exam, needsAccessible);
        expect(seating.placements.map(({ row, seat }) => ({ row, seat }))).toEqual(best ? [best] : []);
      }),
      { numRuns: 200, seed: 14 },
    );
  });

  it('reports why a constraint could not be met', () => {
    const room = roomOf(1, 3, { marks: ({ seat }) => ({ outOfOrder: seat === 3 }) });
    const seating = seatCandidates(
      [room],
      [...people(times(2, 1)), { id: 7, exam: 1, needsAccessible: true }],
    );
    expect(seating.unplaced).toEqual([{ candidateId: 7, reason: 'noAccessibleSeat' }]);
    expect(seating.compromises).toEqual([{ roomId: 1, pairs: 1, what: 'sameExam', why: 'oneExam' }]);
    expect(seatCandidates([roomOf(1, 1)], people([1, 2])).unplaced).toEqual([
      { candidateId: 1, reason: 'noSeat' },
    ]);
  });

  it('reserves accessible seats for candidates who need them while another is free', () => {
    const room = roomOf(1, 3, { marks: ({ seat }) => ({ accessible: seat === 1 }) });
    expect(at(seatCandidates([room], people(times(2, 1))))).toEqual(['1:1/2', '1:1/3']);
    expect(seatCandidates([room], people(times(3, 1))).compromises).toContainEqual({
      roomId: 1,
      pairs: 1,
      what: 'accessibleGiven',
      why: 'noOtherSeat',
    });
  });

  it('separates a newcomer from seated candidates', () => {
    const room = roomOf(1, 4, {
      marks: ({ seat }) => ({ occupant: seat === 2 ? { exam: 1 } : undefined }),
    });
    const seating = seatCandidates([room], people([1, 2, 3]), () => 2);
    expect(pairsOf([room], people([1, 2, 3]), seating).exam).toBe(0);
  });

  it('treats the next existing row as the row behind', () => {
    const seats = [
      { row: 1, seat: 1 },
      { row: 4, seat: 2 },
      { row: 0, seat: 1 },
      { row: 0, seat: 2 },
    ];
    expect(neighboursOf(seats)).toEqual([[1], [0], [3], [2]]);
  });
});

describe('the tests reject worse algorithms', () => {
  const ignoring =
    (change: (room: PlannedRoom) => PlannedRoom): Seater =>
    (rooms, candidates, templatesOf) =>
      seatCandidates(rooms.map(change), candidates, templatesOf);
  /** Seats candidates in input order. */
  const inOrder: Seater = (rooms, candidates) => {
    const free = rooms.flatMap(({ roomId, seats }) =>
      seats.filter((one) => !one.outOfOrder && !one.occupant).map((one) => ({ ...one, roomId })),
    );
    const sorted = candidates.toSorted((a, b) => a.exam - b.exam);
    return {
      placements: free.slice(0, sorted.length).map(({ roomId, row, seat }, index) => ({
        candidateId: sorted[index]?.id ?? 0,
        roomId,
        row,
        seat,
      })),
      unplaced: sorted.slice(free.length).map(({ id }) => ({ candidateId: id, reason: 'noSeat' })),
      compromises: [],
    };
  };
  it('one that seats in input order', () => {
    expect(() => expectApart(inOrder)).toThrow();
    expect(() => expectSharedPapersReported(inOrder)).toThrow();
    expect(() => expectValid(inOrder)).toThrow();
  });
  it('one that ignores broken seats', () => {
    expect(() =>
      expectValid(
        ignoring((room) => ({ ...room, seats: room.seats.map((one) => ({ ...one, outOfOrder: false })) })),
      ),
    ).toThrow();
  });
});
