import type { Actor } from '#domain/access/actor.ts';
import { refuse } from '#domain/errors.ts';
import type { DaySlot } from '#server/appointments/day-slots.ts';
import { selectPlannedSeats } from '#server/appointments/planned-seats.ts';
import { selectUnbookable } from '#server/appointments/to-be-sat.ts';
import type { Queryable } from '#server/db/database.ts';
import {
  type BulkLock,
  type BulkPlan,
  type BulkRequest,
  type FilledSlot,
  findLocked,
  type PlannedPlace,
  sameDayOf,
  selectOthers,
} from './bulk-plan.ts';

type Reviewed = NonNullable<BulkRequest['places']>;

/** A plan of exactly the places that were reviewed; refuses when one of them is no longer possible (APPT-3). */
export async function planReviewed(
  sql: Queryable,
  actor: Actor,
  wanted: BulkRequest,
  reviewed: Reviewed,
  lock: BulkLock,
): Promise<BulkPlan> {
  const { examDate } = wanted;
  const { exam, sessionId, students, slots } = await findLocked(
    sql,
    actor,
    { ...wanted, matricols: reviewed.map(({ matricol }) => matricol) },
    [...new Set(reviewed.map(({ examRoomSlotId }) => examRoomSlotId))],
    lock,
  );
  const byMatricol = new Map(students.map((student) => [student.matricol, student]));
  const slotOf = new Map(slots.map((slot) => [slot.examRoomSlotId, slot]));
  const unbookable = await selectUnbookable(sql, exam.id, sessionId);
  const others = await selectOthers(
    sql,
    students.map(({ userId }) => userId),
    examDate,
  );
  const seats = await selectPlannedSeats(sql, slots, examDate);
  const free = new Map(
    [...seats].flatMap(([slotId, all]) =>
      all
        .filter(({ occupant, outOfOrder }) => !occupant && !outOfOrder)
        .map((seat) => [`${slotId} ${seat.row} ${seat.seat}`, seat] as const),
    ),
  );
  const accessible = new Set(wanted.accessibleMatricols ?? []);
  const given = new Map<number, DaySlot[]>();
  const places = reviewed.map(({ matricol, examRoomSlotId, examRow, seatNumber: seat }): PlannedPlace => {
    const row = examRow === '-' ? 0 : examRow;
    const student = byMatricol.get(matricol);
    const slot = slotOf.get(examRoomSlotId);
    if (!student || !slot || unbookable.has(student.studentId) || student.userId === actor.userId)
      return refuse('appointment.bulkChanged');
    const here = given.get(student.userId) ?? [];
    const isBusy = [...(others.get(student.userId) ?? []), ...here].some(
      (other) => other.startsAt < slot.endsAt && slot.startsAt < other.endsAt,
    );
    given.set(student.userId, [...here, slot]);
    // Each seat is given once, and each student and person gets one at a time, also within the request.
    const isTwice = !byMatricol.delete(matricol);
    const seatKey = `${examRoomSlotId} ${row} ${seat}` as const;
    const needsAccessible = accessible.has(matricol);
    const isOrdinary = needsAccessible && !free.get(seatKey)?.accessible;
    if (isBusy || isTwice || isOrdinary || !free.delete(seatKey)) return refuse('appointment.bulkChanged');
    return { student, slot, row, seat, needsAccessible };
  });
  const filled = slots.map(
    (slot): FilledSlot => ({
      slot,
      placed: places.filter((place) => place.slot === slot).length,
      waiting: 0,
      compromises: [],
    }),
  );
  return { exam, sessionId, places, slots: filled, failed: [], sameDay: sameDayOf(places, others) };
}
