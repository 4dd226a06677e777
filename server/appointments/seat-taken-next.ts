import { isOf } from '#domain/access/actor.ts';
import type { Seat } from '#domain/appointments/seats.ts';
import { refuse } from '#domain/errors.ts';
import type { Fragment, Transaction } from '#server/db/database.ts';
import { placesInScope } from '#server/scopes/secretary-places.ts';
import type { Viewer } from '#server/scopes/viewer.ts';
import { lockSessions, lockSlots } from './locks.ts';
import { type LaterSeat, namesAt, selectLaterSlots, selectSeatedLater } from './seat-overruns.ts';

/** Keeps bookings out of the slots after that of a sitting; taken before the appointment itself is locked. */
export async function lockSlotsAfter(tx: Transaction, groupId: number): Promise<void> {
  const [own] = await tx<{ slotId: number }[]>`
    select a.room_slot_id as "slotId" from appointments a join exam_groups g on g.appointment_id = a.id where g.id = ${groupId}`;
  if (!own) return;
  await lockSessions(tx, 'shared');
  await lockSlots(tx, await selectLaterSlots(tx, own.slotId), 'exclusive');
}

type ExtendedSeat = Seat & {
  readonly examDate: string;
  readonly examRoomId: number;
  readonly ownSlotId: number;
  readonly endsAt: number;
  readonly minutes: number;
  readonly studentName: string;
};
type TakenNext = { readonly studentName: string; readonly names: string };

/**
 * Appointments with extra time whose seat somebody else has in one of the next slots: the hour and, for students `p` in scope,
 * their name.
 */
export async function selectTakenNext(
  tx: Transaction,
  appointmentIds: readonly number[],
  scope: Fragment,
): Promise<TakenNext[]> {
  const extended = await tx<ExtendedSeat[]>`
    select a.exam_date as "examDate", a.room_id as "examRoomId", a.room_slot_id as "ownSlotId",
           extract(epoch from a.ends_at)::float8 * 1000 as "endsAt", a.extra_minutes as minutes, a.row_number as row,
           a.seat_number as seat, s.last_name || ' ' || s.first_name as "studentName"
      from appointments a join students s on s.id = a.student_id
     where a.id = any(${[...appointmentIds]}::int[]) and a.extra_minutes > 0 order by a.id`;
  const taken: TakenNext[] = [];
  const known = new Map<string, readonly LaterSeat[]>();
  for (const own of extended) {
    const name = [own.examDate, own.ownSlotId, own.endsAt, own.minutes].join(' ');
    const later = known.get(name) ?? (await selectSeatedLater(tx, own, own.minutes, scope));
    known.set(name, later);
    const names = namesAt(later, own);
    if (names !== '') taken.push({ studentName: own.studentName, names });
  }
  return taken;
}

/** Refuses the extra time of an appointment that reaches into the next slot of its seat, naming who sits there, as far as in scope. */
export async function refuseSeatTakenNext(
  tx: Transaction,
  { actor, assignments }: Viewer,
  appointmentId: number,
): Promise<void> {
  const inScope = isOf(actor, 'admin') ? tx`true` : placesInScope(tx, assignments, 'p');
  const [taken] = await selectTakenNext(tx, [appointmentId], inScope);
  if (taken) refuse('appointment.seatTakenNext', { names: taken.names });
}
