import { describe, expect, it } from 'vitest';
import { seatsOf } from './seats.ts';

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

  it('are all outside the rows where there are none', () => {
    expect(shown(2, [])).toEqual(['0/1', '0/2']);
  });

  it('are those of the rows alone where these hold more than the room is said to', () => {
    expect(shown(1, [{ row: 1, seats: 2 }])).toEqual(['1/1', '1/2']);
  });
});
