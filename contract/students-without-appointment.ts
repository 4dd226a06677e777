import { z } from 'zod';
import { defineCall } from './call.ts';
import { descending, page, rowId } from './common.ts';
import { exportFile } from './crud-calls.ts';
import { fileChoice, searched } from './listing.ts';

const studentWithoutAppointment = z.strictObject({
  studentId: z.int(),
  studentName: z.string(),
  nrMatricol: z.string().nullable(),
  series: z.string(),
  groupNumber: z.string().nullable(),
});
export type StudentWithoutAppointment = z.output<typeof studentWithoutAppointment>;

export const withoutAppointmentColumns = ['studentName', 'nrMatricol', 'series', 'groupNumber'] as const;
export type WithoutAppointmentColumn = (typeof withoutAppointmentColumns)[number];

const wanted = {
  examCustomId: rowId,
  examSessionId: rowId,
  search: searched,
  sort: z.enum(withoutAppointmentColumns).optional(),
  desc: descending,
};

export const listWithoutAppointment = defineCall({
  method: 'GET',
  path: 'appointments/unbooked',
  summary: 'List the students in scope who can still be booked for a custom exam in a session',
  access: 'appointment.manage',
  query: z.object({ ...wanted, ...page() }),
  response: z.array(studentWithoutAppointment),
  list: true,
  workload: 'list',
  refusals: ['resource.notFound'],
});

export const exportWithoutAppointment = defineCall({
  method: 'GET',
  path: 'appointments/unbooked/export',
  summary: 'Export the students in scope who can still be booked for a custom exam in a session',
  access: 'appointment.manage',
  query: z.object({ ...wanted, ...fileChoice }),
  file: exportFile,
  workload: 'export',
  refusals: ['resource.notFound'],
});
