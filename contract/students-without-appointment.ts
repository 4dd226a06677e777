import { z } from 'zod';
import { defineCall } from './call.ts';
import { descending, page, rowId } from './common.ts';
import { searched } from './listing.ts';

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

export const listWithoutAppointment = defineCall({
  method: 'GET',
  path: 'appointments/unbooked',
  summary: 'List the students in scope who can still be booked for a custom exam in a session',
  access: 'appointment.manage',
  query: z.object({
    examCustomId: rowId,
    examSessionId: rowId,
    search: searched,
    sort: z.enum(withoutAppointmentColumns).optional(),
    desc: descending,
    ...page(),
  }),
  response: z.array(studentWithoutAppointment),
  list: true,
  workload: 'list',
  refusals: ['resource.notFound'],
});
