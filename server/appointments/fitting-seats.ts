import type { Queryable } from '#server/db/database.ts';
import { type DaySlot, selectSeatsOfRooms } from './day-slots.ts';

/** What a booking or a move needs of a seat. */
export type SeatNeeds = {
  readonly extraMinutes: number;
  readonly needsAccessible: boolean;
  /** The appointment that moves, whose seats become free. */
  readonly movedId?: number;
};

type TakenSeat = {
  readonly examDate: string;
  readonly slotId: number;
  readonly row: number;
  readonly seat: number;
};

/**
 * Seats of slots that are taken, offered or held for extra time, and those that somebody has in the later slots that so many minutes reach
 * into.
 */
const selectTaken = (
  sql: Queryable,
  slots: readonly DaySlot[],
  { extraMinutes, movedId = 0 }: SeatNeeds,
): Promise<TakenSeat[]> => sql<TakenSeat[]>`
  with wanted as (
    select q.exam_date, own.id as slot_id, own.room_id, to_timestamp(q.ends_at) as ends_at
      from unnest(${slots.map(({ examDate }) => examDate)}::date[], ${slots.map(({ examRoomSlotId }) => examRoomSlotId)}::int[],
                  ${slots.map(({ endsAt }) => endsAt / 1000)}::float8[]) as q(exam_date, slot_id, ends_at)
      join room_slots own on own.id = q.slot_id)
  select q.exam_date as "examDate", q.slot_id as "slotId", b.row_number as row, b.seat_number as seat
    from wanted q
    join room_slots t on t.room_id = q.room_id
     and (t.id = q.slot_id or (q.exam_date + t.start_hour)::timestamptz >= q.ends_at
                              and (q.exam_date + t.start_hour)::timestamptz < q.ends_at + make_interval(mins => ${extraMinutes}))
    join (select room_slot_id, exam_date, row_number, seat_number, annulled_at from appointments where id <> ${movedId}
          union all select room_slot_id, exam_date, row_number, seat_number, null from held_seats) b
      on b.room_slot_id = t.id and b.exam_date = q.exam_date and (t.id = q.slot_id or b.annulled_at is null)
   union all
  select q.exam_date, q.slot_id, v.row_number, v.seat_number
    from wanted q join overrun_seats v on v.room_slot_id = q.slot_id and v.exam_date = q.exam_date and v.appointment_id <> ${movedId}`;

/** The slots with only those free seats counted that fit: free long enough and, where needed, accessible. */
export async function withFittingSeats(
  sql: Queryable,
  slots: readonly DaySlot[],
  needs: SeatNeeds,
): Promise<readonly DaySlot[]> {
  if (needs.extraMinutes === 0 && !needs.needsAccessible) return slots;
  const open = slots.filter(({ free }) => free > 0);
  const rooms = await selectSeatsOfRooms(sql, [...new Set(open.map(({ examRoomId }) => examRoomId))]);
  const taken = new Set(
    (await selectTaken(sql, open, needs)).map(
      ({ examDate, slotId, row, seat }) => `${examDate} ${slotId} ${row} ${seat}`,
    ),
  );
  return slots.map((slot) => {
    const { examDate, examRoomSlotId, free } = slot;
    const fitting = (rooms.get(slot.examRoomId) ?? []).filter(
      ({ row, seat, mark }) =>
        mark !== 'outOfOrder' &&
        (mark === 'accessible' || !needs.needsAccessible) &&
        !taken.has(`${examDate} ${examRoomSlotId} ${row} ${seat}`),
    );
    return { ...slot, free: Math.min(free, fitting.length) };
  });
}
