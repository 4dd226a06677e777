import { z } from 'zod';
import { appointment, seatRow } from './appointments.ts';
import { defineCall } from './call.ts';
import { byId, count, givenId, rowId } from './common.ts';
import { day } from './draft.ts';

const returned = Object.fromEntries(
  Object.keys(appointment.shape).map((name) => [name, z.unknown().optional()]),
) as Record<keyof typeof appointment.shape, z.ZodOptional<z.ZodUnknown>>;

const extraTime = z.int('validation.integer').min(0).max(720).optional();
/** The office asks for a seat that is marked accessible; a move without it keeps what the student needs. */
const accessibleSeat = z.boolean().optional();
const extraTimeReason = z.string().trim().normalize('NFC').max(300).nullable().optional();

/** The fields of an appointment; students book for themselves, the office names the student. */
const slotOnDay = {
  examDate: day(),
  examRoomId: givenId,
  examRoomSlotId: givenId,
  examSessionId: givenId.optional(),
};
const newAppointment = z.strictObject({
  ...returned,
  ...slotOnDay,
  examCustomId: givenId,
  studentId: givenId.optional(),
  extraTime,
  extraTimeReason,
  accessibleSeat,
});
export type NewAppointmentBody = z.output<typeof newAppointment>;

const slotFields = ['examDate', 'examRoomId', 'examRoomSlotId'] as const;
/** The slot and its day are given as a whole, or not at all: then the appointment stays in its slot. */
const movedAppointment = z
  .strictObject({
    ...returned,
    examDate: slotOnDay.examDate.optional(),
    examRoomId: givenId.optional(),
    examRoomSlotId: givenId.optional(),
    examSessionId: slotOnDay.examSessionId,
    /** An appointment cannot change its exam. */
    examCustomId: givenId.optional(),
    extraTime,
    extraTimeReason,
    accessibleSeat,
    /** The extra time shown when it was changed; refused when it is another one by now. */
    minutesSeen: z.int().optional(),
    /** The seat that the office chooses; without a slot, in that of the appointment. */
    seat: z.strictObject({ examRow: seatRow, seatNumber: z.int().min(1).max(10_000) }).optional(),
    /** The office gives another seat of the same slot. */
    anotherSeat: z.boolean().optional(),
    /** The office gives the time although somebody else sits at the seat in the next slot. */
    seatTakenNext: z.boolean().optional(),
  })
  .superRefine((given, context) => {
    const missing = slotFields.filter((name) => given[name] === undefined);
    if (missing.length === slotFields.length && given.examSessionId === undefined) return;
    for (const name of missing)
      context.addIssue({ code: 'custom', path: [name], message: 'validation.required' });
  });
export type MovedAppointmentBody = z.output<typeof movedAppointment>;

/** The office books for a student in its scope; if absent, students book for themselves. */
export const forStudent = { studentId: rowId.optional() };
/** The appointment that would move; its needs and its extra time count. */
const movedId = rowId.optional();
/** Why booking is not open. */
export const gateRefusals = ['appointment.notOpen', 'appointment.notOpenYet', 'appointment.closed'] as const;
/** Why there is no seat in a slot. */
export const seatRefusals = [
  'appointment.outsideSession',
  'appointment.slotTooShort',
  'appointment.tooLate',
  'appointment.keyOpened',
  'appointment.noFreeRooms',
  'appointment.slotFull',
  'appointment.noAccessibleSeat',
  'appointment.elsewhere',
] as const;

const bookableSession = z.strictObject({
  id: z.int(),
  description: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  opensAt: z.string(),
  closesAt: z.string(),
  /** The exam can be booked in it or moved to it now; false once it was sat there, for students also once missed. */
  isOpen: z.boolean(),
  /** Scheduling has not begun yet. */
  isAhead: z.boolean(),
});

const bookableExam = z.strictObject({
  examCustomId: z.int(),
  examName: z.string(),
  examDuration: z.int(),
  questions: count,
  disciplines: z.array(z.string()),
  sessions: z.array(bookableSession),
  appointments: z.array(appointment),
});
export type BookableExam = z.output<typeof bookableExam>;

export const bookableExams = defineCall({
  method: 'GET',
  path: 'bookableExams',
  summary:
    'List the exams of a student’s series with the sessions open for booking and the student’s appointments',
  access: 'appointment.book',
  query: z.object(forStudent),
  response: z.strictObject({
    now: z.string(),
    allowExams: z.boolean(),
    studentName: z.string(),
    /** The office looks at its own exams: it books and changes them as a student. */
    isOwn: z.boolean().optional(),
    exams: z.array(bookableExam),
  }),
  workload: 'booking',
  refusals: ['resource.notFound'],
});

const freeDay = z.strictObject({
  examDate: z.string(),
  free: count,
  seats: count,
  /** The sessions that include the day; when there are two, the booker chooses. */
  examSessionIds: z.array(z.int()),
  /** Another exam of the student on that day. */
  otherExam: z.string().nullable(),
});
export type FreeDay = z.output<typeof freeDay>;

export const freeDays = defineCall({
  method: 'GET',
  path: 'freeDays',
  summary: 'List the days on which an exam can be booked, with their free seats',
  access: 'appointment.book',
  query: z.object({
    ...forStudent,
    examCustomId: rowId,
    examSessionId: rowId.optional(),
    appointmentId: movedId,
  }),
  response: z.array(freeDay),
  workload: 'booking',
  refusals: ['resource.notFound', 'customExam.notFound', 'appointment.examTwice', ...gateRefusals],
});

const freeSlot = z.strictObject({
  examRoomSlotId: z.int(),
  startHour: z.string(),
  endHour: z.string(),
  free: count,
  seats: count,
  /** How many others wait for a seat in it. */
  waiting: count,
});
const freeRoom = z.strictObject({
  examRoomId: z.int(),
  examRoom: z.string(),
  building: z.string(),
  slots: z.array(freeSlot),
});
export type FreeRoom = z.output<typeof freeRoom>;

export const freeRooms = defineCall({
  method: 'GET',
  path: 'freeRooms',
  summary:
    'List the rooms of a day in the order they are filled, with the slots that fit an exam and their free seats',
  access: 'appointment.book',
  query: z.object({
    ...forStudent,
    examCustomId: rowId,
    examDate: day(),
    examSessionId: rowId.optional(),
    appointmentId: movedId,
  }),
  response: z.array(freeRoom),
  workload: 'booking',
  refusals: [
    'resource.notFound',
    'customExam.notFound',
    'appointment.outsideSession',
    'appointment.keyOpened',
    ...gateRefusals,
  ],
});

const planSeat = z.strictObject({
  examRow: seatRow,
  seatNumber: z.int(),
  /** `next` is free, and the seat that a booking would get now. */
  state: z.enum(['free', 'next', 'taken', 'own', 'outOfOrder']),
  accessible: z.boolean(),
});
export type PlanSeat = z.output<typeof planSeat>;

export const seatPlan = defineCall({
  method: 'GET',
  path: 'seatPlan',
  summary: 'Get the seats of a room in a slot: free, taken or the caller’s own, without names',
  access: 'appointment.book',
  query: z.object({
    ...forStudent,
    examRoomSlotId: rowId,
    examDate: day(),
    /** The exam to be booked. */
    examCustomId: rowId.optional(),
    appointmentId: movedId,
    accessibleSeat: z.enum(['true', 'false']).optional(),
  }),
  response: z.array(planSeat),
  workload: 'booking',
  refusals: ['resource.notFound'],
});

export const bookAppointment = defineCall({
  method: 'POST',
  path: 'appointments',
  summary: 'Book an exam; the seat is assigned',
  access: 'appointment.book',
  body: newAppointment,
  response: appointment,
  status: 201,
  workload: 'booking',
  refusals: [
    'resource.notFound',
    'customExam.notFound',
    'appointment.examTwice',
    'appointment.toSitElsewhere',
    'appointment.tooManyChanges',
    'sitting.concerned',
    ...gateRefusals,
    ...seatRefusals,
  ],
});

export const moveAppointment = defineCall({
  method: 'PUT',
  path: 'appointments/:id',
  summary: 'Move an appointment; the office can also choose a seat or grant extra time',
  access: 'appointment.book',
  params: byId,
  body: movedAppointment,
  response: appointment,
  workload: 'booking',
  refusals: [
    'resource.notFound',
    'appointment.begun',
    'appointment.changed',
    'appointment.examTwice',
    'appointment.toSitElsewhere',
    'appointment.tooManyChanges',
    'appointment.seatTaken',
    'appointment.seatTakenNext',
    'appointment.timeChanged',
    'appointment.wouldEnd',
    'room.seatUnknown',
    'sitting.concerned',
    ...gateRefusals,
    ...seatRefusals,
  ],
});

export const cancelAppointment = defineCall({
  method: 'DELETE',
  path: 'appointments/:id',
  summary: 'Cancel an appointment',
  access: 'appointment.book',
  params: byId,
  workload: 'booking',
  refusals: ['resource.notFound', 'appointment.begun', 'appointment.changed', ...gateRefusals],
});
