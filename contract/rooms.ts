import { z } from 'zod';
import { seatMarks } from '#domain/appointments/seats.ts';
import { defineCall } from './call.ts';
import { byId, count } from './common.ts';
import { hour } from './draft.ts';

/** A row by its number; '-' for seats outside the rows. */
const seatRow = z.union([z.int().min(1).max(1000), z.literal('-')]);

export const generateRoom = defineCall({
  method: 'POST',
  path: 'examrooms/:id/generate',
  summary: 'Add rows of equal length and slots of equal duration to a room',
  access: 'room.manage',
  params: byId,
  body: z.strictObject({
    rows: z.strictObject({ count: z.int().min(1).max(200), seats: z.int().min(1).max(1000) }).optional(),
    slots: z
      .strictObject({
        from: hour(),
        to: hour(),
        minutes: z.int().min(5).max(1440),
        pause: z.int().min(0).max(720).default(0),
      })
      .optional(),
  }),
  response: z.strictObject({ rows: count, slots: count }),
  refusals: ['resource.notFound', 'slot.overlap', 'appointment.inTheWay'],
});

const markedSeat = z.strictObject({
  examRow: seatRow,
  seatNumber: z.int(),
  mark: z.enum(seatMarks).nullable(),
});
export type MarkedRoomSeat = z.output<typeof markedSeat>;

export const readRoomSeats = defineCall({
  method: 'GET',
  path: 'examrooms/:id/seats',
  summary: 'Get the seats of a room by row, with those out of order and those accessible',
  access: 'room.read',
  params: byId,
  response: z.array(markedSeat),
  refusals: ['resource.notFound'],
});

export const markRoomSeats = defineCall({
  method: 'PUT',
  path: 'examrooms/:id/seats',
  summary:
    'Mark seats of a room as out of order or accessible, or take their mark away; other seats keep theirs',
  access: 'room.manage',
  params: byId,
  body: z.strictObject({
    marks: z
      .array(
        z.strictObject({
          examRow: seatRow,
          seatNumber: z.int().min(1).max(10_000),
          mark: z.enum(seatMarks).nullable(),
        }),
      )
      .max(10_000),
  }),
  bodyKilobytes: 1024,
  response: z.array(markedSeat),
  refusals: ['resource.notFound', 'room.seatUnknown', 'appointment.inTheWay'],
});
