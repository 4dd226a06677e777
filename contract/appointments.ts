import { z } from 'zod';
import { paperStates } from '#domain/appointments/paper-state.ts';
import { defineCall } from './call.ts';
import { byId, count, descending, givenId, languageChoice, page, rowId } from './common.ts';
import { exportTypes } from './crud-calls.ts';
import { day } from './draft.ts';

/** A row of seats by its number; null for seats outside the rows. */
const seatRow = z.union([z.int(), z.literal('-')]);

export const appointment = z.strictObject({
  id: z.int(),
  /** The id its first exam has or will have. */
  examId: z.int(),
  studentId: z.int(),
  studentName: z.string(),
  nrMatricol: z.string().nullable(),
  year: z.int(),
  examCustomId: z.int(),
  examCustom: z.string(),
  examDate: z.string(),
  examSessionId: z.int(),
  examSession: z.string(),
  examRoomId: z.int(),
  examRoom: z.string(),
  building: z.string(),
  examRoomSlotId: z.int(),
  /** The start of the slot as displayed. */
  examRoomSlot: z.string(),
  endHour: z.string(),
  examRow: seatRow,
  seatNumber: z.int(),
  extraTime: z.int(),
  extraTimeReason: z.string().nullable(),
  /** The state of the paper. */
  state: z.enum(paperStates),
  /** Until when the student may move or cancel it. */
  changeableUntil: z.string(),
  /** The last e-mail about it. */
  mail: z.enum(['waiting', 'sent', 'failed', 'none']),
});
export type Appointment = z.output<typeof appointment>;

const returned = Object.fromEntries(
  Object.keys(appointment.shape).map((name) => [name, z.unknown().optional()]),
) as Record<keyof typeof appointment.shape, z.ZodOptional<z.ZodUnknown>>;

const extraTime = z.int('validation.integer').min(0).max(720).optional();
/** The office asks for a seat that is marked accessible. */
const accessibleSeat = z.boolean().optional();
const extraTimeReason = z.string().trim().normalize('NFC').max(300).nullable().optional();

/** The fields of an appointment; students book for themselves, the office names the student. */
const place = {
  examDate: day(),
  examRoomId: givenId,
  examRoomSlotId: givenId,
  examSessionId: givenId.optional(),
};
const newAppointment = z.strictObject({
  ...returned,
  ...place,
  examCustomId: givenId,
  studentId: givenId.optional(),
  extraTime,
  extraTimeReason,
  accessibleSeat,
});
export type NewAppointmentBody = z.output<typeof newAppointment>;

const placeFields = ['examDate', 'examRoomId', 'examRoomSlotId'] as const;
/** The place is given as a whole, or not at all: then the appointment stays where it is. */
const movedAppointment = z
  .strictObject({
    ...returned,
    examDate: place.examDate.optional(),
    examRoomId: givenId.optional(),
    examRoomSlotId: givenId.optional(),
    examSessionId: place.examSessionId,
    /** An appointment cannot change its exam. */
    examCustomId: givenId.optional(),
    extraTime,
    extraTimeReason,
    accessibleSeat,
    /** The office gives the time although somebody else sits at the seat in the next slot. */
    seatTakenNext: z.boolean().optional(),
  })
  .superRefine((given, context) => {
    const missing = placeFields.filter((name) => given[name] === undefined);
    const isMove = given.examSessionId !== undefined || given.accessibleSeat === true;
    if (missing.length === placeFields.length && !isMove) return;
    for (const name of missing)
      context.addIssue({ code: 'custom', path: [name], message: 'validation.required' });
  });
export type MovedAppointmentBody = z.output<typeof movedAppointment>;

/** The office books for a student in its scope; if absent, students book for themselves. */
const forStudent = { studentId: rowId.optional() };
const gates = ['appointment.notOpen', 'appointment.notOpenYet', 'appointment.closed'] as const;
const places = [
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
  summary: 'The exams of a student’s series with the sessions they can be booked in and what is booked',
  access: 'appointment.book',
  query: z.object(forStudent),
  response: z.strictObject({
    allowExams: z.boolean(),
    studentName: z.string(),
    exams: z.array(bookableExam),
  }),
  workload: 'exam',
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
  summary: 'The days on which an exam can be booked, with their free seats',
  access: 'appointment.book',
  query: z.object({ ...forStudent, examCustomId: rowId, examSessionId: rowId.optional() }),
  response: z.array(freeDay),
  workload: 'exam',
  refusals: ['resource.notFound', 'customExam.notFound', ...gates],
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
    'The rooms of a day in the order they are filled, with the slots an exam fits into and their free seats',
  access: 'appointment.book',
  query: z.object({ ...forStudent, examCustomId: rowId, examDate: day(), examSessionId: rowId.optional() }),
  response: z.array(freeRoom),
  workload: 'exam',
  refusals: [
    'resource.notFound',
    'customExam.notFound',
    'appointment.outsideSession',
    'appointment.keyOpened',
    ...gates,
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
  summary: 'The seats of a room in a slot, free, taken or one’s own; nobody is named',
  access: 'appointment.book',
  query: z.object({
    ...forStudent,
    examRoomSlotId: rowId,
    examDate: day(),
    /** The exam to be booked. */
    examCustomId: rowId.optional(),
    accessibleSeat: z.enum(['true', 'false']).optional(),
  }),
  response: z.array(planSeat),
  workload: 'exam',
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
  workload: 'exam',
  refusals: ['resource.notFound', 'customExam.notFound', 'appointment.examTwice', ...gates, ...places],
});

export const moveAppointment = defineCall({
  method: 'PUT',
  path: 'appointments/:id',
  summary: 'Move an appointment; the office can also give extra time',
  access: 'appointment.book',
  params: byId,
  body: movedAppointment,
  response: appointment,
  workload: 'exam',
  refusals: [
    'resource.notFound',
    'appointment.begun',
    'appointment.examTwice',
    'appointment.seatTakenNext',
    ...gates,
    ...places,
  ],
});

export const cancelAppointment = defineCall({
  method: 'DELETE',
  path: 'appointments/:id',
  summary: 'Cancel an appointment',
  access: 'appointment.book',
  params: byId,
  workload: 'exam',
  refusals: ['resource.notFound', 'appointment.begun', ...gates],
});

const waitingPlace = z.strictObject({
  id: z.int(),
  studentId: z.int(),
  examCustomId: z.int(),
  examCustom: z.string(),
  examDate: z.string(),
  /** Absent when any slot of the day, or of the room, will do. */
  slot: z
    .strictObject({
      examRoomSlotId: z.int(),
      examRoom: z.string(),
      startHour: z.string(),
      endHour: z.string(),
    })
    .nullable(),
  /** Set when any slot of a room will do. */
  room: z.strictObject({ examRoomId: z.int(), examRoom: z.string() }).nullable(),
  /** 1 is next. */
  position: count,
  /** A seat that is held for the student. */
  offer: z
    .strictObject({
      examRoom: z.string(),
      building: z.string(),
      startHour: z.string(),
      endHour: z.string(),
      examRow: seatRow,
      seatNumber: z.int(),
      until: z.string(),
      /** Another exam of the student on that day. */
      otherExam: z.string().nullable(),
    })
    .nullable(),
});
export type WaitingPlace = z.output<typeof waitingPlace>;

export const listWaitingPlaces = defineCall({
  method: 'GET',
  path: 'waitingPlaces',
  summary: 'A student’s places in the waiting list, each with its position and the seat offered',
  access: 'appointment.book',
  query: z.object(forStudent),
  response: z.array(waitingPlace),
  workload: 'exam',
  refusals: ['resource.notFound'],
});

export const queueForSeat = defineCall({
  method: 'POST',
  path: 'waitingPlaces',
  summary: 'Queue for a seat on a full day, or in a full room or slot of it',
  access: 'appointment.book',
  body: z.strictObject({
    examCustomId: givenId,
    examDate: day(),
    /** Any slot of the room will do, unless one is given. */
    examRoomId: givenId.optional(),
    examRoomSlotId: givenId.optional(),
    examSessionId: givenId.optional(),
    studentId: givenId.optional(),
  }),
  response: waitingPlace,
  status: 201,
  workload: 'exam',
  refusals: [
    'resource.notFound',
    'customExam.notFound',
    'appointment.outsideSession',
    'appointment.slotTooShort',
    'appointment.tooLate',
    'appointment.keyOpened',
    'waitingPlace.notFull',
    'waitingPlace.twice',
    'waitingPlace.tooMany',
    'waitingPlace.alreadyThere',
    ...gates,
  ],
});

export const leaveQueue = defineCall({
  method: 'DELETE',
  path: 'waitingPlaces/:id',
  summary: 'Leave the queue; a seat offered goes to the next',
  access: 'appointment.book',
  params: byId,
  workload: 'exam',
  refusals: ['resource.notFound'],
});

export const acceptOffer = defineCall({
  method: 'POST',
  path: 'waitingPlaces/:id/accept',
  summary: 'Accept the seat offered; an appointment for the same exam is moved to it',
  access: 'appointment.book',
  params: byId,
  response: appointment,
  workload: 'exam',
  refusals: [
    'resource.notFound',
    'waitingPlace.notOffered',
    'waitingPlace.offerEnded',
    'appointment.begun',
    'appointment.examTwice',
    ...gates,
    ...places,
  ],
});

export const appointmentColumns = [
  'id',
  'studentName',
  'nrMatricol',
  'year',
  'examCustom',
  'examDate',
  'examSession',
  'examRoom',
  'examRoomSlot',
  'examRow',
  'seatNumber',
  'extraTime',
] as const;
export type AppointmentColumn = (typeof appointmentColumns)[number];

const wanted = {
  search: z.string().trim().normalize('NFC').max(200).optional(),
  examCustomId: rowId.optional(),
  examSessionId: rowId.optional(),
  examRoomId: rowId.optional(),
  examRoomSlotId: rowId.optional(),
  studentId: rowId.optional(),
  from: day().optional(),
  to: day().optional(),
  year: z.coerce.number().int().min(1).max(8).optional(),
  sort: z.enum(appointmentColumns).optional(),
  desc: descending,
};

export const listAppointments = defineCall({
  method: 'GET',
  path: 'appointments',
  summary: 'A page of the appointments: of the students in scope, or one’s own',
  access: 'appointment.book',
  query: z.object({ ...wanted, ...page() }),
  response: z.array(appointment),
  list: true,
  workload: 'list',
  refusals: [],
});

export const exportAppointments = defineCall({
  method: 'GET',
  path: 'appointments/export',
  summary: 'The whole list of appointments as a file',
  access: 'appointment.manage',
  query: z.object({
    ...wanted,
    format: z.enum(['xlsx', 'csv']),
    columns: z
      .string()
      .max(2000)
      .optional()
      .transform((list) => list?.split(',').filter(Boolean) ?? appointmentColumns.slice())
      .pipe(z.array(z.enum(appointmentColumns)).min(1)),
    lang: languageChoice.default('ro'),
  }),
  file: Object.values(exportTypes),
  workload: 'export',
  refusals: [],
});

export const readAppointment = defineCall({
  method: 'GET',
  path: 'appointments/:id',
  summary: 'One appointment',
  access: 'appointment.book',
  params: byId,
  response: appointment,
  refusals: ['resource.notFound'],
});

export const extendAppointments = defineCall({
  method: 'POST',
  path: 'appointments/extraTime',
  summary:
    'Give everybody in a room and slot more time, also while exams run; says for whom it was not possible',
  access: 'appointment.manage',
  body: z.strictObject({
    examDate: day(),
    examRoomSlotId: givenId,
    /** Added to each student's existing extra time. */
    minutes: z.int('validation.integer').min(1).max(720),
    extraTimeReason: z.string().trim().normalize('NFC').min(1, 'validation.required').max(300),
  }),
  response: z.strictObject({
    changed: count,
    failed: z.array(
      z.strictObject({
        appointmentId: z.int(),
        studentName: z.string(),
        error: z.string(),
        params: z.record(z.string(), z.union([z.string(), z.number()])),
      }),
    ),
    /** Students out of the caller's scope, who got no more time. */
    hidden: count,
    /** Students whose seat is given to somebody else in the next slot, with the hour and name of those. */
    seatTakenNext: z.array(z.strictObject({ studentName: z.string(), names: z.string() })),
  }),
  refusals: ['resource.notFound'],
});

/** The maximum number of registration numbers in one bulk: a whole year of a large faculty. */
const mostMatricols = 5000;

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
    'Book an exam for students by registration number, over the rooms of a day by priority; dryRun shows who would sit where and writes nothing',
  access: 'appointment.manage',
  query: z.object({ dryRun: z.string().optional() }),
  body: z.strictObject({
    examCustomId: givenId,
    examDate: day(),
    matricols: z.array(z.string().trim().min(1).max(50)).min(1, 'validation.required').max(mostMatricols),
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
      .max(mostMatricols)
      .optional(),
    /** Those of them who need an accessible seat. */
    accessibleMatricols: z.array(z.string().trim().min(1).max(50)).max(mostMatricols).optional(),
  }),
  bodyKilobytes: 1024,
  response: z.strictObject({
    created: count,
    placed: z.array(bulkPlace),
    rooms: z.array(bulkRoom),
    /** Students who have another exam on the same day. */
    sameDay: z.array(z.strictObject({ matricol: z.string(), studentName: z.string(), examName: z.string() })),
    failed: z.array(
      z.strictObject({
        matricol: z.string(),
        error: z.string(),
        params: z.record(z.string(), z.union([z.string(), z.number()])),
      }),
    ),
  }),
  refusals: [
    'customExam.notFound',
    'appointment.outsideSession',
    'appointment.keyOpened',
    'appointment.bulkChanged',
  ],
});
export type BulkResult = z.output<(typeof bulkAppointments)['response']>;
