import type { BodyOfCall } from '#contract/call.ts';
import type { generateRoom } from '#contract/rooms.ts';
import { problem, refuse, refuseProblems } from '#domain/errors.ts';
import { generateRows, generateSlots } from '#domain/rooms/generated-room.ts';
import { lockRoom, refuseLostSeats, selectLayout } from '#server/appointments/affected-appointments.ts';
import type { Author } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';

/** Adds rows and slots to a room in one step. The room gets as many seats as its rows have, if it had fewer. */
export async function generateInRoom(
  services: Services,
  author: Author,
  roomId: number,
  wanted: BodyOfCall<typeof generateRoom>,
): Promise<{ rows: number; slots: number }> {
  return services.database.transaction(author, async (tx) => {
    await lockRoom(tx, roomId);
    const [room] = await tx`select from rooms where id = ${roomId} for no key update`;
    if (!room) refuse('resource.notFound');
    const before = await selectLayout(tx, roomId);
    const lastRow = Math.max(0, ...before.rows.map(({ row }) => row));
    const rows = wanted.rows ? generateRows(wanted.rows.count, wanted.rows.seats, lastRow) : [];
    const { slots: hours } = wanted;
    const slots = hours ? generateSlots(hours.from, hours.to, hours.minutes, hours.pause) : [];
    if (hours && slots.length === 0) refuseProblems([problem('slots.to', 'validation.endBeforeStart')]);
    if (rows.length > 0) {
      const added = rows.map(({ rowNumber, seats }) => ({ id: 0, row: rowNumber, seats }));
      const all = [...before.rows, ...added];
      const inRows = all.reduce((sum, { seats }) => sum + seats, 0);
      const total = Math.max(before.total, inRows);
      await refuseLostSeats(tx, roomId, before, { total, rows: all });
      await tx`update rooms set seat_numbers = ${total} where id = ${roomId} and seat_numbers <> ${total}`;
      await tx`insert into seat_rows (room_id, row_number, seats)
        select ${roomId}, row_number, seats
          from unnest(${rows.map(({ rowNumber }) => rowNumber)}::int[], ${rows.map(({ seats }) => seats)}::int[]) as r(row_number, seats)`;
    }
    for (const { startHour, endHour } of slots)
      await tx`insert into room_slots (room_id, start_hour, end_hour) values (${roomId}, ${startHour}, ${endHour})`;
    return { rows: rows.length, slots: slots.length };
  });
}
