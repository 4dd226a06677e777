import { expect, it } from 'vitest';
import { batchesOf, matricolsIn, merged } from './bulk-writing.ts';

it('[APPT-3] splits registration numbers at lines, spaces, commas and semicolons, each once', () => {
  expect(matricolsIn(' A1\nA2, "A3";A1\t\n')).toEqual(['A1', 'A2', 'A3']);
});

it('[APPT-3] books in batches that cover the whole list, students who need an accessible seat first', () => {
  const body = {
    examCustomId: 1,
    examDate: '2026-11-20',
    matricols: ['a', 'b', 'c', 'd', 'e'],
    accessibleMatricols: ['d'],
  };
  expect(
    batchesOf(body, 2).map(({ matricols, accessibleMatricols }) => [matricols, accessibleMatricols]),
  ).toEqual([
    [['d', 'a'], ['d']],
    [['b', 'c'], []],
    [['e'], []],
  ]);
});

it('[APPT-3] adds up the results of the batches; a slot filled by two of them counts once, with the seats free at the end', () => {
  const room = {
    examRoomId: 1,
    examRoom: 'A',
    examRoomSlotId: 7,
    startHour: '08:00',
    endHour: '10:00',
    seats: 9,
  };
  const place = { ...room, studentName: 'x', examRow: 1, seatNumber: 1 };
  const result = (matricol: string, placed: number, free: number) => ({
    created: placed,
    placed: [{ ...place, matricol }],
    rooms: [{ ...room, placed, free, waiting: 0, compromises: [] }],
    sameDay: [],
    failed: [],
  });
  const all = merged([result('a', 2, 5), result('b', 3, 2)]);
  expect([all.created, all.placed.map(({ matricol }) => matricol)]).toEqual([5, ['a', 'b']]);
  expect(all.rooms).toMatchObject([{ examRoomSlotId: 7, placed: 5, free: 2 }]);
});
