import { describe, expect, it } from 'vitest';
import { seatsOf, withMarks } from './seats.ts';

const shown = (total: number, rows: Parameters<typeof seatsOf>[1]) =>
  seatsOf(total, rows).map(({ row, seat }) => `${row}/${seat}`);

describe('the seats of a room', () => {
  it('are filled row by row from the front, then outside the rows', () => {
    const rows = [
      { row: 3, seats: 1 },
      { row: 1, seats: 2 },
    ];
    expect(shown(5, rows)).toEqual(['1/1', '1/2', '3/1', '0/1', '0/2']);
  });

  it('are all outside the rows when there are no rows', () => {
    expect(shown(2, [])).toEqual(['0/1', '0/2']);
  });

  it('are only those of the rows when these have more seats than the room’s capacity', () => {
    expect(shown(1, [{ row: 1, seats: 2 }])).toEqual(['1/1', '1/2']);
  });
});

describe('[APPT-11] marked seats', () => {
  const seats = seatsOf(4, [{ row: 1, seats: 3 }]);
  const marked = withMarks(seats, [
    { row: 1, seat: 1, mark: 'accessible' },
    { row: 1, seat: 2, mark: 'outOfOrder' },
    { row: 7, seat: 1, mark: 'outOfOrder' },
  ]);

  it('[APPT-11] keep their position in the room; marks of seats that do not exist are dropped', () => {
    expect(marked.map(({ row, seat, mark }) => `${row}/${seat} ${mark}`)).toEqual([
      '1/1 accessible',
      '1/2 outOfOrder',
      '1/3 null',
      '0/1 null',
    ]);
  });
});
