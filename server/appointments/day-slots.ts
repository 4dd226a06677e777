import {
  type MarkedSeat,
  type SeatMark,
  type SeatRow,
  seatsOf,
  withMarks,
} from '#domain/appointments/seats.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';

/** A slot of a room on one day, with its seats and how many of them are free. */
export type DaySlot = {
  readonly examDate: string;
  readonly examRoomId: number;
  readonly examRoom: string;
  readonly building: string;
  readonly examRoomSlotId: number;
  readonly startHour: string;
  readonly endHour: string;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly seats: number;
  readonly free: number;
};

type SlotQuery = {
  readonly days: readonly string[];
  readonly slotIds?: readonly number[] | undefined;
  readonly roomId?: number | undefined;
  /** Only slots with room for an exam of this many minutes. */
  readonly durationMinutes?: number | undefined;
};

/** Whether a seat is marked out of order. */
export const isOutOfOrder = (sql: Queryable, seat: Fragment): Fragment => sql`exists (
  select from room_slots t join seat_marks m on m.room_id = t.room_id
   where t.id = ${seat}.room_slot_id and m.mark = 'outOfOrder'
     and (m.row_number, m.seat_number) = (${seat}.row_number, ${seat}.seat_number))`;

/** Whether a seat is booked or offered; if extra time keeps it too, it counts once. */
export const isGiven = (sql: Queryable, seat: Fragment): Fragment => sql`(
  exists (select from appointments b where (b.room_slot_id, b.exam_date, b.row_number, b.seat_number)
            = (${seat}.room_slot_id, ${seat}.exam_date, ${seat}.row_number, ${seat}.seat_number))
  or exists (select from held_seats b where (b.room_slot_id, b.exam_date, b.row_number, b.seat_number)
               = (${seat}.room_slot_id, ${seat}.exam_date, ${seat}.row_number, ${seat}.seat_number)))`;

/**
 * The slots of rooms on days, by day, priority of the room and hour. A slot that begins or ends within the skipped hour
 * of a clock change is left out: the clock would move it into the next one.
 */
export async function selectDaySlots(sql: Queryable, query: SlotQuery): Promise<DaySlot[]> {
  const { days, slotIds, roomId, durationMinutes } = query;
  return sql<DaySlot[]>`
    select d.day as "examDate", s."examRoomId", s."examRoom", s.building, s."examRoomSlotId", s."startHour", s."endHour",
           extract(epoch from t.starts_at)::float8 * 1000 as "startsAt", extract(epoch from t.ends_at)::float8 * 1000 as "endsAt",
           s.seats, greatest(0, s.seats - coalesce(a.taken, 0) - coalesce(h.held, 0) - coalesce(o.overrun, 0)) as free
      from unnest(${[...days]}::date[]) as d(day)
     cross join (select r.id as "examRoomId", r.name as "examRoom", r.building, r.priority, s.id as "examRoomSlotId", s.start_hour, s.end_hour,
                        to_char(s.start_hour, 'HH24:MI') as "startHour", to_char(s.end_hour, 'HH24:MI') as "endHour",
                        usable_seats(r.id) as seats
                   from rooms r join room_slots s on s.room_id = r.id
                  where ${slotIds ? sql`s.id = any(${[...slotIds]}::int[])` : sql`true`}
                    and ${roomId === undefined ? sql`true` : sql`r.id = ${roomId}`}) s
     cross join lateral (select (d.day + s.start_hour)::timestamptz as starts_at, (d.day + s.end_hour)::timestamptz as ends_at) t
      left join (select room_slot_id, exam_date, count(*)::int as taken from appointments g
                  where exam_date = any(${[...days]}::date[])
                    -- Only the seat of an annulled sitting can be out of order.
                    and (annulled_at is null or not ${isOutOfOrder(sql, sql`g`)}) group by 1, 2) a
        on a.room_slot_id = s."examRoomSlotId" and a.exam_date = d.day
      left join (select room_slot_id, exam_date, count(*)::int as held from held_seats g
                  where exam_date = any(${[...days]}::date[]) and not ${isOutOfOrder(sql, sql`g`)} group by 1, 2) h
        on h.room_slot_id = s."examRoomSlotId" and h.exam_date = d.day
      left join (select room_slot_id, exam_date, count(distinct (row_number, seat_number))::int as overrun from overrun_seats v
                  where exam_date = any(${[...days]}::date[]) and not ${isGiven(sql, sql`v`)} group by 1, 2) o
        on o.room_slot_id = s."examRoomSlotId" and o.exam_date = d.day
     where t.starts_at < t.ends_at and t.starts_at::timestamp = d.day + s.start_hour
       -- The last moment before an end at the change itself is on the clock.
       and (t.ends_at::timestamp = d.day + s.end_hour
            or (t.ends_at - interval '1 second')::timestamp = d.day + s.end_hour - interval '1 second')
       ${
         durationMinutes === undefined
           ? sql``
           : sql`and t.ends_at - t.starts_at >= make_interval(mins => ${durationMinutes})
                 and now() < t.ends_at - make_interval(mins => ${durationMinutes})`
       }
     order by d.day, s.priority, s."examRoom", s.start_hour`;
}

type StoredSeats = {
  readonly roomId: number;
  readonly total: number;
  readonly rows: SeatRow[];
  readonly marks: SeatMark[];
};

/** All seats of rooms, row by row, with their marks. */
export async function selectSeatsOfRooms(
  sql: Queryable,
  roomIds: readonly number[],
): Promise<ReadonlyMap<number, readonly MarkedSeat[]>> {
  const rooms = await sql<StoredSeats[]>`
    select r.id as "roomId", r.seat_numbers as total,
           (select coalesce(jsonb_agg(jsonb_build_object('row', w.row_number, 'seats', w.seats)), '[]')
              from seat_rows w where w.room_id = r.id) as rows,
           (select coalesce(jsonb_agg(jsonb_build_object('row', m.row_number, 'seat', m.seat_number, 'mark', m.mark)), '[]')
              from seat_marks m where m.room_id = r.id) as marks
      from rooms r where r.id = any(${[...roomIds]}::int[])`;
  return new Map(
    rooms.map(({ roomId, total, rows, marks }) => [roomId, withMarks(seatsOf(total, rows), marks)]),
  );
}

/** The same of one room. */
export const selectMarkedSeats = async (sql: Queryable, roomId: number): Promise<readonly MarkedSeat[]> =>
  (await selectSeatsOfRooms(sql, [roomId])).get(roomId) ?? [];
