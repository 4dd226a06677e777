import {
  lockRoom,
  refuseAffectedAppointments,
  refuseLostSeats,
  selectLayout,
} from '#server/appointments/affected-appointments.ts';
import { lockSlots } from '#server/appointments/locks.ts';
import { endWaiting, noteChanges } from '#server/appointments/mails.ts';
import { type Change, entityHooks } from '#server/crud/entity-hooks.ts';
import type { Transaction } from '#server/db/database.ts';

type RoomDraft = { readonly name: string; readonly building: string; readonly seatNumbers: number };

/** Notifies students with upcoming appointments about a new name or building of the room (APPT-12). */
async function noteNewName({ tx, draft, id, before }: Change<RoomDraft>): Promise<void> {
  if (before.name === draft.name && before.building === draft.building) return;
  await noteChanges(tx, tx`room_id = ${id}`);
}

/** A room keeps its taken seats; students are notified about a new name or building (APPT-12). */
export const roomHooks = entityHooks<RoomDraft>({
  lockFirst: lockRoom,
  beforeWrite: async ({ tx, draft, id }) => {
    if (id === undefined) return;
    const before = await selectLayout(tx, id);
    await refuseLostSeats(tx, id, before, { ...before, total: draft.seatNumbers });
  },
  afterChange: noteNewName,
  beforeRemove: async ({ tx, id }) => {
    await refuseAffectedAppointments(tx, tx`a.room_id = ${id}`);
    await endWaiting(
      tx,
      tx`w.room_id = ${id} or w.room_slot_id in (select s.id from room_slots s where s.room_id = ${id})`,
    );
  },
});

type SlotDraft = { readonly examRoomId: number; readonly startHour: string; readonly endHour: string };

/** A slot with appointments keeps its hours and its room (APPT-12). */
export const roomSlotHooks = entityHooks<SlotDraft>({
  lockFirst: (tx, id) => lockSlots(tx, [id], 'exclusive'),
  beforeWrite: async ({ tx, draft, id }) => {
    // Concurrent slots of a room are checked one after another by the overlap constraint.
    await tx`select from rooms where id = ${draft.examRoomId} for no key update`;
    if (id === undefined) return;
    await refuseAffectedAppointments(
      tx,
      tx`a.room_slot_id = ${id} and exists (
           select from room_slots s where s.id = ${id}
              and (s.room_id, s.start_hour, s.end_hour) is distinct from
                  (${draft.examRoomId}::int, ${draft.startHour}::time, ${draft.endHour}::time))`,
    );
  },
  beforeRemove: async ({ tx, id }) => {
    await refuseAffectedAppointments(tx, tx`a.room_slot_id = ${id}`);
    await endWaiting(tx, tx`w.room_slot_id = ${id}`);
  },
});

type RowDraft = { readonly examRoomId: number; readonly rowNumber: number; readonly seats: number };

async function roomOfRow(tx: Transaction, id: number): Promise<number> {
  const [row] = await tx<{ roomId: number }[]>`select room_id as "roomId" from seat_rows where id = ${id}`;
  return row?.roomId ?? 0;
}

async function refuseLostRow(tx: Transaction, roomId: number, id: number): Promise<void> {
  const before = await selectLayout(tx, roomId);
  const rows = before.rows.filter((row) => row.id !== id);
  await refuseLostSeats(tx, roomId, before, { ...before, rows });
}

/** Rows may be added and changed while no student loses their seat (APPT-12). */
export const seatRowHooks = entityHooks<RowDraft>({
  lockFirst: async (tx, id) => lockRoom(tx, await roomOfRow(tx, id)),
  beforeWrite: async ({ tx, draft, id }) => {
    await lockRoom(tx, draft.examRoomId);
    if (id !== undefined) {
      const roomId = await roomOfRow(tx, id);
      if (roomId !== draft.examRoomId) await refuseLostRow(tx, roomId, id);
    }
    const before = await selectLayout(tx, draft.examRoomId);
    const others = before.rows.filter((row) => row.id !== id);
    const changed = { id: id ?? 0, row: draft.rowNumber, seats: draft.seats };
    await refuseLostSeats(tx, draft.examRoomId, before, { ...before, rows: [...others, changed] });
  },
  beforeRemove: async ({ tx, id }) => refuseLostRow(tx, await roomOfRow(tx, id), id),
});
