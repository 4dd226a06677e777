import { z } from 'zod';
import { failedAppointment, seatRow } from './appointments.ts';
import { defineCall } from './call.ts';
import { count, givenId } from './common.ts';
import { day } from './draft.ts';

/** A student who moves, with the seat before and after. */
const movedSeat = z.strictObject({
  appointmentId: z.int(),
  studentName: z.string(),
  nrMatricol: z.string().nullable(),
  examCustom: z.string(),
  fromRow: seatRow,
  fromSeat: z.int(),
  examRow: seatRow,
  seatNumber: z.int(),
});

export const moveSlot = defineCall({
  method: 'POST',
  path: 'appointments/moveSlot',
  summary: 'Move all appointments of a room and slot to another one; `dryRun` only previews the seats',
  access: 'appointment.manage',
  query: z.object({ dryRun: z.string().optional() }),
  body: z.strictObject({
    examDate: day(),
    examRoomSlotId: givenId,
    toDate: day(),
    toRoomSlotId: givenId,
    /** That of the reviewed preview; nobody is moved without it or when the result would differ. */
    fingerprint: z.string().max(64).optional(),
  }),
  response: z.strictObject({
    /** How many were moved; 0 in a preview. */
    moved: count,
    places: z.array(movedSeat),
    /** Students who stay, each with the reason. */
    failed: z.array(failedAppointment),
    /** Students out of the caller's scope, who stay. */
    hidden: count,
    /** How many wait for a seat there; the office bypasses their queue. */
    waiting: count,
    /** Students who move and have another exam on that day. */
    sameDay: z.array(
      z.strictObject({ appointmentId: z.int(), studentName: z.string(), examName: z.string() }),
    ),
    fingerprint: z.string(),
  }),
  refusals: ['resource.notFound', 'appointment.begun', 'appointment.moveChanged', 'appointment.moveUnseen'],
});
export type SlotMove = z.output<(typeof moveSlot)['response']>;
