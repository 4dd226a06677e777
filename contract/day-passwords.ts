import { z } from 'zod';
import { defineCall } from './call.ts';
import { count, givenId } from './common.ts';
import { day } from './draft.ts';

export const dayPasswordPlaces = defineCall({
  method: 'GET',
  path: 'dayPasswords/places',
  summary: 'List the rooms and slots of a day that have appointments',
  access: 'account.manage',
  query: z.object({ examDate: day() }),
  response: z.array(
    z.strictObject({
      examRoomSlotId: z.int(),
      room: z.string(),
      building: z.string(),
      startsAt: z.string(),
      endsAt: z.string(),
      students: count,
    }),
  ),
  refusals: [],
});
export type DayPasswordPlace = z.output<typeof dayPasswordPlaces.response>[number];

const slip = z.strictObject({
  studentName: z.string(),
  email: z.string(),
  nrMatricol: z.string().nullable(),
  /** Row and seat; null for a series. */
  row: z.int().nullable(),
  seat: z.int().nullable(),
  /** Null when the person signs in without the directory, or not at all. */
  password: z.string().nullable(),
  why: z.enum(['local', 'disabled']).nullable(),
});
export type DaySlip = z.output<typeof slip>;

export const makeDayPasswords = defineCall({
  method: 'POST',
  path: 'dayPasswords',
  summary:
    'Create passwords valid for one day for the students of a room and slot or of a series; earlier ones of the same sheet and day stop working',
  access: 'account.manage',
  body: z.union([
    z.strictObject({ examDate: day(), examRoomSlotId: givenId }),
    z.strictObject({ examDate: day(), seriesId: givenId }),
  ]),
  response: z.strictObject({ examDate: z.string(), place: z.string(), slips: z.array(slip) }),
  workload: 'signIn',
  refusals: ['dayPassword.noDirectory', 'dayPassword.past', 'dayPassword.nobody'],
});
export type DaySheet = z.output<typeof makeDayPasswords.response>;
