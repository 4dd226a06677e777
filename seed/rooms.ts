import type { Transaction } from '#server/db/database.ts';
import { known } from './known.ts';

type Slot = readonly [start: string, end: string];

/** The slots of an ordinary day, with breaks between groups. */
const workday: readonly Slot[] = [
  ['08:00', '10:00'],
  ['10:15', '12:15'],
  ['12:30', '14:30'],
  ['15:00', '17:00'],
  ['17:15', '19:15'],
];

/** Two-hour slots around the clock, so the demo always has an open slot. */
const aroundTheClock: readonly Slot[] = Array.from({ length: 12 }, (_, index) => {
  const hour = (value: number) => String(value).padStart(2, '0');
  return [`${hour(index * 2)}:00`, index === 11 ? '23:59' : `${hour(index * 2 + 2)}:00`] as const;
});

/** `rows` lists the seats per row from the front; further seats belong to no row. */
const rooms = [
  { name: 'Sala de examinare 1', building: 'Corp A – Medicină', seats: 60, rows: [10, 10, 10, 10, 10] },
  { name: 'Sala de examinare 2', building: 'Corp A – Medicină', seats: 48, rows: [12, 12, 12, 12] },
  { name: 'Laborator informatică medicală', building: 'Corp A – Medicină', seats: 30, rows: [8, 8, 8] },
  { name: 'Sala „Hipocrate”', building: 'Corp B – Farmacie', seats: 40, rows: [10, 10, 10, 10] },
  { name: 'Laborator de calcul 214', building: 'Corp C – Inginerie', seats: 24, rows: [6, 6, 6, 6] },
  { name: 'Laborator de calcul 215', building: 'Corp C – Inginerie', seats: 20, rows: [] },
  { name: 'Sala mare de lectură', building: 'Biblioteca Centrală', seats: 120, rows: [20, 20, 20, 20, 20] },
] as const;

const alwaysOpen = {
  name: 'Centrul de testare',
  building: 'Biblioteca Centrală',
  seats: 36,
  rows: [8, 8, 8, 8],
} as const;

/** Inserts rooms in filling order, with rows and slots. */
export async function insertRooms(tx: Transaction): Promise<void> {
  const all = [...rooms, alwaysOpen];
  const inserted = await tx<{ id: number; name: string }[]>`
    insert into rooms ${tx(
      all.map(({ name, building, seats }, index) => ({
        name,
        building,
        seat_numbers: seats,
        priority: index + 1,
      })),
    )} returning id, name`;
  const idOf = new Map<string, number>(inserted.map(({ id, name }) => [name, id]));

  const rows = all.flatMap((room) =>
    room.rows.map((seats, index) => ({ room_id: known(idOf, room.name), row_number: index + 1, seats })),
  );
  await tx`insert into seat_rows ${tx(rows)}`;

  const slots = all.flatMap((room) =>
    (room === alwaysOpen ? aroundTheClock : workday).map(([start, end]) => ({
      room_id: known(idOf, room.name),
      start_hour: start,
      end_hour: end,
    })),
  );
  await tx`insert into room_slots ${tx(slots)}`;
}
