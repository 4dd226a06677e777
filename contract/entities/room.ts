import { countOf, defineEntity, lookup, sumOf } from '../entity.ts';
import { number, select, table, text, timeOfDay } from '../field.ts';

const access = { read: 'room.read', write: 'room.manage' } as const;

export const room = defineEntity({
  name: 'examroom',
  path: 'examrooms',
  nouns: ['a room', 'rooms'],
  table: 'rooms',
  fields: {
    name: text(),
    building: text(),
    seatNumbers: number({ nonZero: true, max: 10_000 }),
    priority: number(),
    rows: table('rows'),
    examroomslots: table('examroomslots'),
  },
  computed: { rowSeats: sumOf('rows', 'seats'), slotCount: countOf('examroomslots') },
  columns: ['name', 'building', 'seatNumbers', 'rowSeats', 'slotCount', 'priority'],
  order: 'name',
  access,
});

export const seatRow = defineEntity({
  name: 'row',
  path: 'rows',
  nouns: ['a seat row', 'seat rows'],
  table: 'seat_rows',
  fields: {
    examRoomId: select('examrooms', { column: 'room_id' }),
    rowNumber: number({ nonZero: true, max: 1000 }),
    seats: number({ nonZero: true, max: 1000 }),
  },
  computed: { examRoom: lookup('examRoomId', 'name') },
  columns: ['rowNumber', 'seats'],
  order: 'rowNumber',
  parent: { path: 'examrooms', via: 'examRoomId' },
  access,
});

export const roomSlot = defineEntity({
  name: 'examroomslot',
  path: 'examroomslots',
  nouns: ['a room slot', 'room slots'],
  table: 'room_slots',
  fields: {
    examRoomId: select('examrooms', { column: 'room_id' }),
    startHour: timeOfDay(),
    endHour: timeOfDay({ from: 'startHour' }),
  },
  computed: { examRoom: lookup('examRoomId', 'name') },
  columns: ['startHour', 'endHour'],
  order: 'startHour',
  parent: { path: 'examrooms', via: 'examRoomId' },
  access,
});
