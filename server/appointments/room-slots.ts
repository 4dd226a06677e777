import { type Seat, type SeatRow, seatsOf } from '#domain/appointments/seats.ts';
import type { Queryable } from '#server/db/database.ts';

export type RoomSlot = {
  readonly room: string;
  readonly roomId: number;
  readonly slotId: number;
  /** Hours on the university's clock. */
  readonly from: string;
  readonly to: string;
  readonly seats: readonly Seat[];
};

/** The slots of all rooms, each with its seats; rooms, hours and seats in filling order. */
export async function selectRoomSlots(sql: Queryable): Promise<RoomSlot[]> {
  const rows = await sql<(Omit<RoomSlot, 'seats'> & { total: number; rows: SeatRow[] })[]>`
    select r.name as room, r.id as "roomId", s.id as "slotId", s.start_hour as "from", s.end_hour as "to", r.seat_numbers as total,
           (select coalesce(jsonb_agg(jsonb_build_object('row', w.row_number, 'seats', w.seats)), '[]')
              from seat_rows w where w.room_id = r.id) as rows
      from rooms r join room_slots s on s.room_id = r.id order by r.priority, s.start_hour`;
  return rows.map(({ total, rows: seatRows, ...slot }) => ({ ...slot, seats: seatsOf(total, seatRows) }));
}
