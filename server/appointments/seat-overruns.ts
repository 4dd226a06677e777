import type { Seat } from '#domain/appointments/seats.ts';
import { maxExtraMinutes } from '#domain/exam-taking/outage.ts';
import type { Fragment, Queryable } from '#server/db/database.ts';
import type { DaySlot } from './day-slots.ts';

/**
 * The slots that begin in the same room after one of these, on the same day or on the next one as far as extra time can reach; somebody
 * with extra time may still sit when they do.
 */
export async function selectLaterSlots(sql: Queryable, ...slotIds: readonly number[]): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    select distinct later.id from room_slots own
      join room_slots later on later.room_id = own.room_id and later.id <> own.id
       and (later.start_hour >= own.end_hour or later.start_hour::interval + interval '24 hours' < own.end_hour::interval + make_interval(mins => ${maxExtraMinutes}))
     where own.id = any(${[...slotIds]}::int[])`;
  return rows.map(({ id }) => id);
}

type SlotOnDay = Pick<DaySlot, 'examDate' | 'examRoomId' | 'endsAt'> & {
  /** The slot of the appointment itself, which is never a later one. */
  readonly ownSlotId?: number;
  /** Appointments that are to move, whose seats become free. */
  readonly movedIds?: readonly number[];
};
/** A seat that is given to somebody in a later slot. */
export type LaterSeat = Seat & { readonly startHour: string; readonly studentName: string | null };

/**
 * Who has or is offered a seat in the later slots that so many minutes reach into, by hour. Names are those of students `p` in scope.
 */
export const selectSeatedLater = (
  sql: Queryable,
  { examDate, examRoomId, endsAt, ownSlotId, movedIds = [] }: SlotOnDay,
  minutes: number,
  scope: Fragment = sql`true`,
): Promise<LaterSeat[]> => sql<LaterSeat[]>`
  select b.row_number as row, b.seat_number as seat, to_char(t.start_hour, 'HH24:MI') as "startHour",
         case when ${scope} then p.last_name || ' ' || p.first_name end as "studentName"
    from room_slots t
    join (select room_slot_id, exam_date, row_number, seat_number, student_id from appointments
           where annulled_at is null and id <> all(${[...movedIds]}::int[])
          union all select room_slot_id, exam_date, row_number, seat_number, student_id from held_seats) b
      on b.room_slot_id = t.id and b.exam_date between ${examDate}::date and ${examDate}::date + 1
    join students p on p.id = b.student_id
   where t.room_id = ${examRoomId} and (t.id is distinct from ${ownSlotId ?? null}::int or b.exam_date > ${examDate}::date)
     and (b.exam_date + t.start_hour)::timestamptz >= to_timestamp(${endsAt / 1000}::float8)
     and (b.exam_date + t.start_hour)::timestamptz < to_timestamp(${endsAt / 1000}::float8 + ${minutes * 60}::int)
   order by b.exam_date, t.start_hour, b.row_number, b.seat_number`;

const key = ({ row, seat }: Seat) => `${row} ${seat}`;

/** The seats that nobody has in the later slots that so many minutes reach into. */
export async function freeAfterwards<S extends Seat>(
  sql: Queryable,
  slot: SlotOnDay,
  seats: readonly S[],
  minutes: number,
): Promise<readonly S[]> {
  if (minutes === 0) return seats;
  const later = new Set((await selectSeatedLater(sql, slot, minutes)).map(key));
  return seats.filter((seat) => !later.has(key(seat)));
}

/** Those of a list who sit at a seat, for a message: the hour, and the name where it is in scope. */
export const namesAt = (later: readonly LaterSeat[], seat: Seat): string =>
  later
    .filter((one) => key(one) === key(seat))
    .map(({ startHour, studentName }) => [startHour, studentName].filter(Boolean).join(' '))
    .join(', ');
