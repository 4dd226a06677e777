import { describe, expect, it } from 'vitest';
import { type Mover, seatMovers } from './seat-movers.ts';
import { seatsOf } from './seats.ts';

const mover = (id: number, given: Partial<Mover> = {}): Mover => ({ id, exam: 1, extraMinutes: 0, ...given });
const shown = ({ placements, unplaced }: ReturnType<typeof seatMovers>) => [
  ...placements.map(({ candidateId, row, seat }) => `${candidateId} ${row}/${seat}`).toSorted(),
  ...unplaced.map(({ candidateId, reason }) => `${candidateId} ${reason}`).toSorted(),
];

describe('[APPT-12] seats of students who move together', () => {
  const row = seatsOf(3, [{ row: 1, seats: 3 }]);

  it('[APPT-12] only the student with extra time needs a seat that is free in the next slot', () => {
    const movers = [mover(1), mover(2), mover(3, { extraMinutes: 30 })];
    const isFreeFor = ({ seat }: { seat: number }) => seat === 2;
    expect(shown(seatMovers(row, movers, isFreeFor))).toEqual(['1 1/1', '2 1/3', '3 1/2']);
    expect(shown(seatMovers(row, [...movers, mover(4, { extraMinutes: 10 })], isFreeFor))).toEqual([
      '1 1/1',
      '2 1/3',
      '3 1/2',
      '4 noSeat',
    ]);
  });

  it('[APPT-11] [APPT-12] an accessible seat goes to the student who needs it, not to the one with extra time', () => {
    const seats = row.map((one) => ({ ...one, accessible: one.seat === 2 }));
    const movers = [mover(1, { extraMinutes: 30 }), mover(2, { needsAccessible: true }), mover(3)];
    expect(shown(seatMovers(seats, movers, () => true))).toEqual(['1 1/1', '2 1/2', '3 1/3']);
  });
});
