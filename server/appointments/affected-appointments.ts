import { type Seat, type SeatRow, seatsOf } from '#domain/appointments/seats.ts';
import { refuse } from '#domain/errors.ts';
import type { Fragment, Queryable, Transaction } from '#server/db/database.ts';
import { lockSlots } from './locks.ts';

/** Appointments and offered seats of waiting students, as `a`. */
const givenSeats = (tx: Queryable) => tx`(
  select id, student_id, exam_session_id, exam_date, room_id, room_slot_id, row_number, seat_number, starts_at, ends_at,
         extra_minutes, annulled_at
    from appointments
  union all
  select w.id, w.student_id, w.exam_session_id, w.exam_date, s.room_id, s.id, w.offered_row, w.offered_seat,
         (w.exam_date + s.start_hour)::timestamptz, (w.exam_date + s.end_hour)::timestamptz, 0::smallint, null
    from waiting_places w join room_slots s on s.id = w.offered_slot_id where w.offered_until > now()) a`;

/**
 * Refuses a change that upcoming appointments or offered seats prevent; `where` selects them as `a`. Reports
 * how many, and names up to three (APPT-12).
 */
export async function refuseAffectedAppointments(
  tx: Queryable,
  where: Fragment,
  { countsOffers = true } = {},
): Promise<void> {
  const [found] = await tx<{ count: number; examples: string | null }[]>`
    with affected as (
      select a.id, a.exam_date, a.starts_at, p.last_name || ' ' || p.first_name as name
        from ${countsOffers ? givenSeats(tx) : tx`appointments a`} join students p on p.id = a.student_id
       where a.ends_at + make_interval(mins => a.extra_minutes) > now() and a.annulled_at is null and ${where})
    select (select count(*)::int from affected) as count,
           (select string_agg(format('%s, %s %s', name, to_char(exam_date, 'DD/MM/YYYY'), to_char(starts_at, 'HH24:MI')), '; '
                              order by starts_at, id)
              from (select * from affected order by starts_at, id limit 3) first) as examples`;
  if (found && found.count > 0)
    refuse('appointment.inTheWay', { count: found.count, examples: found.examples ?? '' });
}

/** Blocks bookings of a room until the end of the transaction. */
export async function lockRoom(tx: Transaction, roomId: number): Promise<void> {
  const slots = await tx<{ id: number }[]>`select id from room_slots where room_id = ${roomId}`;
  await lockSlots(
    tx,
    slots.map(({ id }) => id),
    'exclusive',
  );
}

type Layout = { readonly total: number; readonly rows: readonly (SeatRow & { readonly id: number })[] };

/** The stored seats of a room. */
export async function selectLayout(tx: Queryable, roomId: number): Promise<Layout> {
  const [room] = await tx<{ total: number }[]>`select seat_numbers as total from rooms where id = ${roomId}`;
  const rows = await tx<Layout['rows'][number][]>`
    select id, row_number as row, seats from seat_rows where room_id = ${roomId} order by row_number`;
  return { total: room?.total ?? 0, rows };
}

/** Refuses a layout that removes a taken seat. */
export async function refuseLostSeats(
  tx: Queryable,
  roomId: number,
  before: Layout,
  after: Layout,
): Promise<void> {
  const key = ({ row, seat }: Seat) => `${row} ${seat}`;
  const remaining = new Set(seatsOf(after.total, after.rows).map(key));
  const lost = seatsOf(before.total, before.rows).filter((seat) => !remaining.has(key(seat)));
  if (lost.length === 0) return;
  await refuseAffectedAppointments(
    tx,
    tx`a.room_id = ${roomId} and (a.row_number, a.seat_number) in (
         select row_number, seat_number
           from unnest(${lost.map(({ row }) => row)}::int[], ${lost.map(({ seat }) => seat)}::int[]) as l(row_number, seat_number))`,
  );
}
