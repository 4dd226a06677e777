import { callsOf } from '#contract/crud-calls.ts';
import type { Draft } from '#contract/draft.ts';
import { room } from '#contract/entities/room.ts';
import { generateRoom, markRoomSeats, readRoomSeats } from '#contract/rooms.ts';
import { lockRoom } from '#server/appointments/affected-appointments.ts';
import { noteChanges } from '#server/appointments/mails.ts';
import type { CrudHooks } from '#server/crud/entity-hooks.ts';
import { writerOf } from '#server/crud/routes.ts';
import { replace } from '#server/crud/writing.ts';
import { type Route, route } from '#server/http/route.ts';
import type { Services } from '#server/services.ts';
import { generateInRoom } from './generate.ts';
import { markSeats, seatsOfRoom } from './seats.ts';

/** Changing a room also notifies students about its new name or building (APPT-12); its other calls for rows are generic. */
export function roomRoutes(services: Services, hooks: CrudHooks): Route[] {
  const write = writerOf(services, hooks, room);
  return [
    route(callsOf(room).replace, (input) =>
      write(input, async (writing) => {
        const { sql: tx } = writing;
        const { id } = input.params;
        await lockRoom(tx, id);
        const [before] = await tx<{ name: string; building: string }[]>`
          select name, building from rooms where id = ${id} for update`;
        const changed = await replace(writing, id, input.body as Draft);
        if (before?.name !== changed.name || before?.building !== changed.building)
          await noteChanges(tx, tx`room_id = ${id}`);
        return changed;
      }),
    ),
    route(generateRoom, ({ author, params, body }) => generateInRoom(services, author, params.id, body)),
    route(readRoomSeats, ({ params }) => seatsOfRoom(services.database.sql, params.id)),
    route(markRoomSeats, ({ author, params, body }) => markSeats(services, author, params.id, body)),
  ];
}
