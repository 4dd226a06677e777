import { z } from 'zod';
import { failedAppointment, seatRow } from './appointments.ts';
import { defineCall } from './call.ts';
import { count, givenId, reason, rowRefusal, selectedIds, selectionOutcome } from './common.ts';
import { day } from './draft.ts';

export const extendAppointments = defineCall({
  method: 'POST',
  path: 'appointments/extraTime',
  summary:
    'Give all students in a room and slot who have not finished more time, also during exams; the response lists those who could not get it',
  access: 'appointment.manage',
  body: z.strictObject({
    examDate: day(),
    examRoomSlotId: givenId,
    /** Added to each student's existing extra time. */
    minutes: z.int('validation.integer').min(1).max(720),
    extraTimeReason: reason,
  }),
  response: z.strictObject({
    changed: count,
    failed: z.array(failedAppointment),
    /** Students out of the caller's scope, who got no more time. */
    hidden: count,
    /** Students whose seat is given to somebody else in the next slot, with the hour and name of those. */
    seatTakenNext: z.array(z.strictObject({ studentName: z.string(), names: z.string() })),
  }),
  refusals: ['resource.notFound'],
});

export const cancelSelected = defineCall({
  method: 'POST',
  path: 'appointments/cancelSelected',
  summary: 'Cancel several appointments; the response lists those that stay and why',
  access: 'appointment.manage',
  body: z.strictObject({ ids: selectedIds }),
  response: selectionOutcome,
  refusals: ['resource.notFound'],
});

/** The maximum number of registration numbers in one bulk: a whole year of a large faculty. */
const maxMatricols = 5000;

const bulkPlace = z.strictObject({
  matricol: z.string(),
  studentName: z.string(),
  examRoomId: z.int(),
  examRoom: z.string(),
  examRoomSlotId: z.int(),
  startHour: z.string(),
  examRow: seatRow,
  seatNumber: z.int(),
});

/** A room and slot that gets students, and what could not be kept there. */
const bulkRoom = z.strictObject({
  examRoomId: z.int(),
  examRoom: z.string(),
  examRoomSlotId: z.int(),
  startHour: z.string(),
  endHour: z.string(),
  placed: count,
  /** How many others wait for a seat here: the office passes them. */
  waiting: count,
  /** Seats left afterwards. */
  free: count,
  seats: count,
  compromises: z.array(
    z.strictObject({
      what: z.enum(['sameExam', 'sameVariant', 'accessibleGiven']),
      why: z.enum(['oneExam', 'fewExams', 'oneVariant', 'fewVariants', 'noOtherSeat']),
      count,
    }),
  ),
});
export type BulkRoom = z.output<typeof bulkRoom>;

export const bulkAppointments = defineCall({
  method: 'POST',
  path: 'appointments/bulk',
  summary:
    'Book an exam for students by registration number, over the rooms of a day by priority; `dryRun` only previews the seats',
  access: 'appointment.manage',
  query: z.object({ dryRun: z.string().optional() }),
  body: z.strictObject({
    examCustomId: givenId,
    examDate: day(),
    matricols: z.array(z.string().trim().min(1).max(50)).min(1, 'validation.required').max(maxMatricols),
    examRoomId: givenId.optional(),
    examRoomSlotId: givenId.optional(),
    examSessionId: givenId.optional(),
    /** Of the preview that was reviewed: exactly these are written, or none when one of them is no longer possible. */
    places: z
      .array(
        z.strictObject({
          matricol: z.string().trim().min(1).max(50),
          examRoomSlotId: givenId,
          examRow: seatRow,
          seatNumber: z.int(),
        }),
      )
      .max(maxMatricols)
      .optional(),
    /** Those of them who need an accessible seat. */
    accessibleMatricols: z.array(z.string().trim().min(1).max(50)).max(maxMatricols).optional(),
  }),
  bodyKilobytes: 1024,
  response: z.strictObject({
    created: count,
    placed: z.array(bulkPlace),
    rooms: z.array(bulkRoom),
    /** Students who have another exam on the same day. */
    sameDay: z.array(z.strictObject({ matricol: z.string(), studentName: z.string(), examName: z.string() })),
    failed: z.array(z.strictObject({ matricol: z.string(), ...rowRefusal })),
  }),
  refusals: [
    'customExam.notFound',
    'appointment.outsideSession',
    'appointment.slotTooShort',
    'appointment.tooLate',
    'appointment.keyOpened',
    'appointment.elsewhere',
    'appointment.bulkChanged',
  ],
});
export type BulkResult = z.output<(typeof bulkAppointments)['response']>;
