import { z } from 'zod';
import { passwordStates } from '#domain/access/account-list-filters.ts';
import { contestStatuses } from '#domain/contestations/contestation.ts';
import { finishCauses } from '#domain/exam-taking/sitting.ts';
import { searchLog } from './administration.ts';
import { appointment } from './appointments.ts';
import { defineCall } from './call.ts';
import { byId, page } from './common.ts';

const enrolment = z.strictObject({
  id: z.int(),
  collegeName: z.string(),
  sectionName: z.string(),
  seriesName: z.string(),
  year: z.int(),
  groupeNumber: z.string().nullable(),
  nrMatricol: z.string().nullable(),
  externalId: z.string().nullable(),
  language: z.string().nullable(),
});

const sitting = z.strictObject({
  examId: z.int(),
  examName: z.string(),
  name: z.string(),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  finishCause: z.enum(finishCauses).nullable(),
  /** Null while it runs, and for a holder of only some of its disciplines. */
  score: z.number().nullable(),
  maxPoints: z.number(),
  grade: z.number().nullable(),
  annulled: z.boolean(),
  /** Its contestations that the caller may see. */
  contests: z.array(z.strictObject({ id: z.int(), status: z.enum(contestStatuses) })),
});

/** How many of the newest appointments and sittings a page shows. */
export const maxRows = 100;

export const studentPage = defineCall({
  method: 'GET',
  path: 'students/:id/page',
  summary:
    'Get what the caller may see about a student: enrolments, appointments, sittings, and for the office the account',
  access: 'student.read',
  params: byId,
  response: z.strictObject({
    id: z.int(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    /** Null for callers who may not see personal data. */
    cnp: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    /** The person's enrolments in the caller's scope. */
    enrolments: z.array(enrolment),
    /** The newest exams the caller may open. */
    appointments: z.array(appointment),
    sittings: z.array(sitting),
    /** Null for callers who do not manage accounts. */
    account: z
      .strictObject({
        userId: z.int(),
        disabledAt: z.string().nullable(),
        password: z.enum(passwordStates),
        lastSignInAt: z.string().nullable(),
        isSignedIn: z.boolean(),
        isSitting: z.boolean(),
        /** Whether the caller may reset or disable it. */
        mayChange: z.boolean(),
      })
      .nullable(),
  }),
  refusals: ['resource.notFound'],
});
export type StudentPage = z.output<typeof studentPage.response>;

export const studentHistory = defineCall({
  method: 'GET',
  path: 'students/:id/history',
  summary:
    'List the changes of a student, newest first: enrolments, appointments, results, and where the caller sees them contestations and the account',
  access: 'student.manage',
  params: byId,
  query: z.object(page(100)),
  response: searchLog.response,
  list: true,
  workload: 'list',
  refusals: ['resource.notFound'],
});
