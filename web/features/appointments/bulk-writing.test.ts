import { expect, it } from 'vitest';
import { batchesOf, matricolsIn, without } from './bulk-writing.ts';

it('[APPT-3] splits registration numbers at lines, spaces, commas and semicolons, each once', () => {
  expect(matricolsIn(' A1\nA2, "A3";A1\t\n')).toEqual(['A1', 'A2', 'A3']);
});

it('[APPT-3] writes a preview in batches, each with the places that were shown, and leaves out who has a seat', () => {
  const body = {
    examCustomId: 1,
    examDate: '2026-11-20',
    matricols: ['a', 'b', 'c', 'd'],
    accessibleMatricols: ['d'],
  };
  const seat = { examRoomSlotId: 7, examRow: '-' as const, studentName: 'x', examRoomId: 1, examRoom: 'A' };
  const placed = ['d', 'a', 'b'].map((matricol, at) => ({
    ...seat,
    matricol,
    startHour: '08:00',
    seatNumber: at + 1,
  }));
  const preview = { created: 0, placed, rooms: [], sameDay: [], failed: [] };
  const batches = batchesOf(body, preview, 2);
  expect(batches.map(({ places }) => places?.map((one) => `${one.matricol} ${one.seatNumber}`))).toEqual([
    ['d 1', 'a 2'],
    ['b 3'],
  ]);
  expect(batches[0]?.places?.[0]).toEqual({
    matricol: 'd',
    examRoomSlotId: 7,
    examRow: '-',
    seatNumber: 1,
  });
  expect(batches.map(({ accessibleMatricols }) => accessibleMatricols)).toEqual([['d'], []]);
  expect(without(body, ['d', 'a'])).toMatchObject({ matricols: ['b', 'c'], accessibleMatricols: [] });
});
