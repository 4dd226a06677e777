import type { BodyOfCall } from '#contract/call.ts';
import type { MarkedRoomSeat, markRoomSeats } from '#contract/rooms.ts';
import { refuse } from '#domain/errors.ts';
import { lockRoom, refuseAffectedAppointments } from '#server/appointments/affected-appointments.ts';
import { selectMarkedSeats } from '#server/appointments/day-slots.ts';
import { withdrawOffers } from '#server/appointments/waiting-list.ts';
import type { Author, Queryable } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';

export async function seatsOfRoom(sql: Queryable, roomId: number): Promise<MarkedRoomSeat[]> {
  const [room] = await sql`select from rooms where id = ${roomId}`;
  if (!room) refuse('resource.notFound');
  return (await selectMarkedSeats(sql, roomId)).map(({ row, seat, mark }) => ({
    examRow: row === 0 ? '-' : row,
    seatNumber: seat,
    mark,
  }));
}

/**
 * Writes the marks of the given seats; the others keep theirs, so that two people can mark seats at once. A taken seat cannot be out of
 * order, and one whose student needs an accessible seat stays accessible; the appointment must move first. An offered one can; the
 * student gets another offer.
 */
export async function markSeats(
  services: Services,
  author: Author,
  roomId: number,
  { marks }: BodyOfCall<typeof markRoomSeats>,
): Promise<MarkedRoomSeat[]> {
  return services.database.transaction(author, async (tx) => {
    await lockRoom(tx, roomId);
    const seats = await seatsOfRoom(tx, roomId);
    const markNow = new Map(seats.map(({ examRow, seatNumber, mark }) => [`${examRow} ${seatNumber}`, mark]));
    for (const { examRow, seatNumber } of marks)
      if (!markNow.has(`${examRow} ${seatNumber}`))
        refuse('room.seatUnknown', { row: String(examRow), seat: seatNumber });
    const given = marks.map(({ examRow, seatNumber, mark }) => ({
      row: examRow === '-' ? 0 : examRow,
      seat: seatNumber,
      mark,
    }));
    const isAt = (chosen: typeof given) => tx`(a.row_number, a.seat_number) in (
      select row_number, seat_number from unnest(${chosen.map(({ row }) => row)}::int[],
        ${chosen.map(({ seat }) => seat)}::int[]) as b(row_number, seat_number))`;
    const broken = given.filter(({ mark }) => mark === 'outOfOrder');
    const ordinary = given.filter(
      ({ row, seat, mark }) =>
        mark === null && markNow.get(`${row === 0 ? '-' : row} ${seat}`) === 'accessible',
    );
    await refuseAffectedAppointments(
      tx,
      tx`a.room_id = ${roomId} and (${isAt(broken)} or a.needs_accessible and ${isAt(ordinary)})`,
      { countsOffers: false },
    );
    const marked = tx`unnest(${given.map(({ row }) => row)}::int[], ${given.map(({ seat }) => seat)}::int[],
      ${given.map(({ mark }) => mark)}::text[]) as m(row_number, seat_number, mark)`;
    await tx`delete from seat_marks s using ${marked}
      where s.room_id = ${roomId} and m.row_number = s.row_number and m.seat_number = s.seat_number and m.mark is null`;
    await tx`insert into seat_marks (room_id, row_number, seat_number, mark)
      select ${roomId}::int, m.row_number, m.seat_number, m.mark from ${marked} where m.mark is not null
      on conflict on constraint seat_marks_once do update set mark = excluded.mark where seat_marks.mark <> excluded.mark`;
    // An offer of such a seat cannot be accepted; its student is notified, if they know of it, and is first in the queue again.
    const withdrawn = await tx<{ id: number }[]>`
      select w.id from waiting_places w join room_slots t on t.id = w.offered_slot_id
        join ${marked} on (m.row_number, m.seat_number) = (w.offered_row, w.offered_seat)
       where t.room_id = ${roomId} and m.mark = 'outOfOrder' and w.offered_until > now() order by w.id for update of w`;
    await withdrawOffers(
      tx,
      withdrawn.map(({ id }) => id),
      'outOfOrder',
    );
    return seatsOfRoom(tx, roomId);
  });
}
