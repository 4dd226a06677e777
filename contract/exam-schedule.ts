import { z } from 'zod';
import { paperStates } from '#domain/appointments/paper-state.ts';
import { seatMarks } from '#domain/appointments/seats.ts';
import { defineCall } from './call.ts';
import { count, rowId } from './common.ts';
import { day } from './draft.ts';

const scheduleRow = z.strictObject({
  examDate: z.string(),
  examRoomId: z.int(),
  examRoom: z.string(),
  building: z.string(),
  examRoomSlotId: z.int(),
  startHour: z.string(),
  endHour: z.string(),
  /** Seats that can be assigned. */
  seats: count,
  /** All candidates in the room. */
  taken: count,
  /** The appointments among them that are in scope, by exam and by state. */
  exams: z.array(z.strictObject({ examCustomId: z.int(), examCustom: z.string(), count })),
  states: z.strictObject(
    Object.fromEntries(paperStates.map((state) => [state, count])) as Record<
      (typeof paperStates)[number],
      typeof count
    >,
  ),
});
export type ScheduleRow = z.output<typeof scheduleRow>;

/** The maximum number of days per request. */
export const maxScheduleDays = 31;

export const examSchedule = defineCall({
  method: 'GET',
  path: 'examSchedule',
  summary:
    'List the slots of rooms by day with their occupancy; teachers see slots with exams of disciplines they hold, secretaries’ counts cover students in scope',
  access: 'schedule.read',
  query: z.object({ from: day(), to: day(), examRoomId: rowId.optional() }),
  response: z.array(scheduleRow),
  workload: 'list',
  refusals: [],
});

const scheduleSeat = z.strictObject({
  examRow: z.union([z.int(), z.literal('-')]),
  seatNumber: z.int(),
  mark: z.enum(seatMarks).nullable(),
  /** The seat is taken; `student` is absent when they are out of scope. */
  taken: z.boolean(),
  /** Why a seat without an appointment is not free: offered to a student who waits, or needed for extra time of an earlier slot. */
  heldFor: z.enum(['offer', 'extraTime']).nullable(),
  student: z
    .strictObject({
      appointmentId: z.int(),
      studentId: z.int(),
      studentName: z.string(),
      nrMatricol: z.string().nullable(),
      year: z.int(),
      examCustomId: z.int(),
      examCustom: z.string(),
      extraTime: z.int(),
      state: z.enum(paperStates),
      /** The sitting does not count; its seat stays taken. */
      isAnnulled: z.boolean().optional(),
    })
    .nullable(),
});
export type ScheduleSeat = z.output<typeof scheduleSeat>;

export const examScheduleSeats = defineCall({
  method: 'GET',
  path: 'examSchedule/seats',
  summary: 'List who sits where in a room and slot on a day; students out of scope are not named',
  access: 'schedule.read',
  query: z.object({ examDate: day(), examRoomSlotId: rowId }),
  response: z.strictObject({
    examDate: z.string(),
    examRoomId: z.int(),
    examRoom: z.string(),
    building: z.string(),
    startHour: z.string(),
    endHour: z.string(),
    /** Pairs of neighbours who get the same paper, because their exam has too few templates. */
    sharedPapers: count,
    /** Seats that can be assigned, as in the list of slots. */
    usableSeats: count,
    seats: z.array(scheduleSeat),
  }),
  refusals: ['resource.notFound'],
});
export type SlotSeats = z.output<(typeof examScheduleSeats)['response']>;
