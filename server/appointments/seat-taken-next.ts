import { isOf } from '#domain/access/actor.ts';
import { refuse } from '#domain/errors.ts';
import type { Transaction } from '#server/db/database.ts';
import { placesInScope } from '#server/scopes/secretary-places.ts';
import type { Viewer } from '#server/scopes/viewer.ts';
import { lockSessions, lockSlots } from './locks.ts';
import { namesAt, selectLaterSlots, selectSeatedLater } from './seat-overruns.ts';

/** Keeps bookings out of the slots after that of a sitting; taken before the appointment itself is locked. */
export async function lockSlotsAfter(tx: Transaction, groupId: number): Promise<void> {
  const [own] = await tx<{ slotId: number }[]>`
    select a.room_slot_id as "slotId" from appointments a join exam_groups g on g.appointment_id = a.id where g.id = ${groupId}`;
  if (!own) return;
  await lockSessions(tx, 'shared');
  await lockSlots(tx, await selectLaterSlots(tx, own.slotId), 'exclusive');
}

type Row = {
  readonly examDate: string;
  readonly examRoomId: number;
  readonly ownSlotId: number;
  readonly endsAt: number;
  readonly minutes: number;
  readonly row: number;
  readonly seat: number;
};

/** Refuses the extra time of an appointment that reaches into the next slot of its seat, naming who sits there, as far as in scope. */
export async function refuseSeatTakenNext(
  tx: Transaction,
  { actor, assignments }: Viewer,
  appointmentId: number,
): Promise<void> {
  const [own] = await tx<Row[]>`
    select exam_date as "examDate", room_id as "examRoomId", room_slot_id as "ownSlotId",
           extract(epoch from ends_at)::float8 * 1000 as "endsAt",
           extra_minutes as minutes, row_number as row, seat_number as seat
      from appointments where id = ${appointmentId}`;
  if (!own) return;
  const inScope = isOf(actor, 'admin') ? tx`true` : placesInScope(tx, assignments, 'p');
  const names = namesAt(await selectSeatedLater(tx, own, own.minutes, inScope), own);
  if (names !== '') refuse('appointment.seatTakenNext', { names });
}
