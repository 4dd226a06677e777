import { z } from 'zod';
import { appointmentColumns } from '#domain/appointments/appointment-columns.ts';
import { paperStates } from '#domain/appointments/paper-state.ts';
import { lastStudyYear } from '#domain/calendar/study-years.ts';
import { defineCall } from './call.ts';
import { byId, descending, page, rowId, rowRefusal } from './common.ts';
import { exportFile } from './crud-calls.ts';
import { day } from './draft.ts';
import { chosenColumns, fileChoice, searched } from './listing.ts';

/** A row of seats by its number; '-' for seats outside the rows. */
export const seatRow = z.union([z.int(), z.literal('-')]);

/** An appointment that an action on a whole slot could not change, with the reason. */
export const failedAppointment = z.strictObject({
  appointmentId: z.int(),
  studentName: z.string(),
  ...rowRefusal,
});

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
  /** The student needs a seat that is marked accessible; moves keep it. */
  accessibleSeat: z.boolean().optional(),
  /** The sitting does not count; its seat stays taken. */
  isAnnulled: z.boolean().optional(),
  state: z.enum(paperStates),
  /** Until when the student may move or cancel it. */
  changeableUntil: z.string(),
  /** The last e-mail about it. */
  mail: z.enum(['waiting', 'sent', 'failed', 'none']),
  /** In the list of the office, its own: whether it may change it now, as a student may; it never gives it extra time. */
  own: z.enum(['open', 'closed']).optional(),
});
export type Appointment = z.output<typeof appointment>;

const bookingFields = {
  search: searched,
  examCustomId: rowId.optional(),
  examSessionId: rowId.optional(),
  examRoomId: rowId.optional(),
  examRoomSlotId: rowId.optional(),
  studentId: rowId.optional(),
  from: day().optional(),
  to: day().optional(),
  year: z.coerce.number().int().min(1).max(lastStudyYear).optional(),
  sort: z.enum(appointmentColumns).optional(),
  desc: descending,
};

export const listAppointments = defineCall({
  method: 'GET',
  path: 'appointments',
  summary: 'List appointments: those of students in scope, or the caller’s own',
  access: 'appointment.book',
  query: z.object({ ...bookingFields, ...page() }),
  response: z.array(appointment),
  list: true,
  workload: 'list',
  refusals: [],
});

export const exportAppointments = defineCall({
  method: 'GET',
  path: 'appointments/export',
  summary: 'Export appointments',
  access: 'appointment.manage',
  query: z.object({ ...bookingFields, ...fileChoice, columns: chosenColumns(appointmentColumns) }),
  file: exportFile,
  workload: 'export',
  refusals: [],
});

export const readAppointment = defineCall({
  method: 'GET',
  path: 'appointments/:id',
  summary: 'Get an appointment',
  access: 'appointment.book',
  params: byId,
  response: appointment,
  refusals: ['resource.notFound'],
});
