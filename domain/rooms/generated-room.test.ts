import { describe, expect, it } from 'vitest';
import { generateRows, generateSlots, offeredRows } from './generated-room.ts';

describe('[STRUCT-3] a generated room', () => {
  it('[STRUCT-3] has the given number of rows and seats per row, numbered after the last row', () => {
    expect(generateRows(3, 12, 2)).toEqual([
      { rowNumber: 3, seats: 12 },
      { rowNumber: 4, seats: 12 },
      { rowNumber: 5, seats: 12 },
    ]);
  });

  it('[STRUCT-3] is offered rows for the seats that are in no row yet, and never more than these', () => {
    expect(offeredRows(36, 0)).toEqual({ rows: 3, seats: 12 });
    expect(offeredRows(41, 0)).toEqual({ rows: 4, seats: 10 });
    expect(offeredRows(36, 31)).toEqual({ rows: 1, seats: 5 });
    expect(offeredRows(36, 36)).toEqual({ rows: 1, seats: 12 });
  });

  it('[STRUCT-3] has slots every two hours, as many as fit, with or without a pause', () => {
    const shown = (...given: Parameters<typeof generateSlots>) =>
      generateSlots(...given).map(({ startHour, endHour }) => `${startHour}-${endHour}`);
    expect(shown('08:00', '20:00', 120)).toEqual([
      '08:00-10:00',
      '10:00-12:00',
      '12:00-14:00',
      '14:00-16:00',
      '16:00-18:00',
      '18:00-20:00',
    ]);
    expect(shown('08:30', '12:00', 90, 30)).toEqual(['08:30-10:00', '10:30-12:00']);
    expect(shown('08:30', '11:59', 90, 30)).toEqual(['08:30-10:00']);
    expect(shown('10:00', '10:00', 60)).toEqual([]);
    expect(shown('08:00', '20:00', 0)).toEqual([]);
  });
});
