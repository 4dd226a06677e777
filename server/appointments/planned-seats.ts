import { canSitApart, type PlannedSeat, preferredSeats } from '#domain/appointments/seating.ts';
import type { Seat } from '#domain/appointments/seats.ts';
import type { Queryable, Transaction } from '#server/db/database.ts';
import { type DaySlot, selectSeatsOfRooms } from './day-slots.ts';
import { lockSeatChoice } from './locks.ts';

type SlotInRoom = Pick<DaySlot, 'examRoomId' | 'examRoomSlotId'>;

/** The seats of slots on a day with who has them, is offered them, or keeps them by extra time. Appointments that are to move do not count. */
export async function selectPlannedSeats(
  sql: Queryable,
  slots: readonly SlotInRoom[],
  day: string,
  movedIds: readonly number[] = [],
): Promise<ReadonlyMap<number, readonly PlannedSeat[]>> {
  const ids = slots.map(({ examRoomSlotId }) => examRoomSlotId);
  const taken = await sql<{ slotId: number; row: number; seat: number; exam: number }[]>`
    select room_slot_id as "slotId", row_number as row, seat_number as seat, custom_exam_id as exam from appointments
     where room_slot_id = any(${ids}::int[]) and exam_date = ${day} and id <> all(${[...movedIds]}::int[])
    union all
    select offered_slot_id, offered_row, offered_seat, custom_exam_id from waiting_places
     where offered_slot_id = any(${ids}::int[]) and exam_date = ${day}
    union all
    select room_slot_id, row_number, seat_number, custom_exam_id from overrun_seats
     where room_slot_id = any(${ids}::int[]) and exam_date = ${day} and appointment_id <> all(${[...movedIds]}::int[])`;
  const bySeat = new Map(taken.map((one) => [`${one.slotId} ${one.row} ${one.seat}`, one.exam]));
  const rooms = await selectSeatsOfRooms(sql, [...new Set(slots.map(({ examRoomId }) => examRoomId))]);
  return new Map(
    slots.map(({ examRoomSlotId, examRoomId }) => [
      examRoomSlotId,
      (rooms.get(examRoomId) ?? []).map(({ row, seat, mark }): PlannedSeat => {
        const exam = bySeat.get(`${examRoomSlotId} ${row} ${seat}`);
        return {
          row,
          seat,
          accessible: mark === 'accessible',
          outOfOrder: mark === 'outOfOrder',
          ...(exam !== undefined && { occupant: { exam } }),
        };
      }),
    ]),
  );
}

type SeatQuery = {
  readonly customExamId: number;
  readonly needsAccessible?: boolean;
  readonly movedId?: number;
};

/** The free seats of a slot for one student, best first (APPT-4). */
export async function selectPreferredSeats(
  sql: Queryable,
  slot: SlotInRoom & Pick<DaySlot, 'examDate'>,
  { customExamId, needsAccessible, movedId }: SeatQuery,
): Promise<readonly Seat[]> {
  const planned = await selectPlannedSeats(
    sql,
    [slot],
    slot.examDate,
    movedId === undefined ? [] : [movedId],
  );
  return preferredSeats(planned.get(slot.examRoomSlotId) ?? [], customExamId, needsAccessible);
}

/**
 * The same for concurrent bookings. While students of the exam can still sit apart, bookings choose one after
 * another, so that two concurrent ones do not get neighbouring seats; afterwards they do not wait for each
 * other.
 */
export async function chooseSeats(
  tx: Transaction,
  slot: SlotInRoom & Pick<DaySlot, 'examDate'>,
  { customExamId, needsAccessible }: SeatQuery,
): Promise<readonly Seat[]> {
  const { examRoomSlotId, examDate } = slot;
  const planned = async () => (await selectPlannedSeats(tx, [slot], examDate)).get(examRoomSlotId) ?? [];
  let seats = await planned();
  if (canSitApart(seats, customExamId)) {
    await tx`savepoint seat_choice`;
    await lockSeatChoice(tx, examRoomSlotId, examDate);
    seats = await planned();
    // Earlier bookings took the last separate seat, so no booking needs to wait for this one.
    if (!canSitApart(seats, customExamId)) await tx`rollback to savepoint seat_choice`;
  }
  return preferredSeats(seats, customExamId, needsAccessible);
}
