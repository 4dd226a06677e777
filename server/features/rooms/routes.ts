import { generateRoom, markRoomSeats, readRoomSeats } from '#contract/rooms.ts';
import { type Route, route } from '#server/http/route.ts';
import type { Services } from '#server/services.ts';
import { generateInRoom } from './generate.ts';
import { markSeats, seatsOfRoom } from './seats.ts';

export function roomRoutes(services: Services): Route[] {
  return [
    route(generateRoom, ({ author, params, body }) => generateInRoom(services, author, params.id, body)),
    route(readRoomSeats, ({ params }) => seatsOfRoom(services.database.sql, params.id)),
    route(markRoomSeats, ({ author, params, body }) => markSeats(services, author, params.id, body)),
  ];
}
