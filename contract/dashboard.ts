import { z } from 'zod';
import { contestStatuses } from '#domain/contestations/contestation.ts';
import { questionKinds } from '#domain/question-bank/question-kind.ts';
import { defineCall } from './call.ts';
import { count } from './common.ts';

const discipline = { disciplineId: z.int(), discipline: z.string() };

const teacher = z.strictObject({
  /** Chapters of held disciplines that cannot serve their structure: too few questions of one kind, or in total. */
  shortChapters: z.array(
    z.strictObject({
      ...discipline,
      chapter: z.string(),
      of: z.enum([...questionKinds, 'either']),
      asked: count,
      available: count,
    }),
  ),
  examsToday: z.array(
    z.strictObject({ examName: z.string(), room: z.string(), startsAt: z.string(), students: count }),
  ),
  /** Questions of held disciplines whose latest version a collaborator wrote in the last two weeks; copies of an older year do not count. */
  newQuestions: z.array(z.strictObject({ ...discipline, questions: count })),
});

const secretary = z.strictObject({
  roomsToday: z.array(
    z.strictObject({
      roomId: z.int(),
      room: z.string(),
      building: z.string(),
      day: z.string(),
      startsAt: z.string(),
      students: count,
    }),
  ),
  /** Students without an appointment in a session whose booking is open. */
  unbooked: z.array(
    z.strictObject({
      customExamId: z.int(),
      examName: z.string(),
      sessionId: z.int(),
      session: z.string(),
      closesAt: z.string(),
      students: count,
    }),
  ),
  /** Student files of the last month, who imports them, and how many rows of series in scope were not imported. */
  importProblems: z.array(
    z.strictObject({
      id: z.int(),
      fileName: z.string(),
      madeAt: z.string(),
      madeBy: z.string(),
      rows: count,
    }),
  ),
  /** The next exams that the bank cannot serve. */
  notServable: z.array(
    z.strictObject({ customExamId: z.int(), examName: z.string(), discipline: z.string() }),
  ),
});

const dean = z.strictObject({
  /** Disciplines of the current university year without a structure, or with too few questions for it, in total or of one kind. */
  incomplete: z.array(z.strictObject({ ...discipline, why: z.enum(['missing', 'short']) })),
  incompleteCount: count,
  sessions: z.array(
    z.strictObject({
      id: z.int(),
      description: z.string(),
      startDate: z.string(),
      endDate: z.string(),
      bookingFrom: z.string(),
      bookingUntil: z.string(),
      appointments: count,
    }),
  ),
  passRates: z.array(
    z.strictObject({ sessionId: z.int(), session: z.string(), exams: count, passed: count }),
  ),
});

const admin = z.strictObject({
  /** Whether the queue or a repeated job has stopped. */
  areJobsStill: z.boolean(),
  /** What the product depends on and does not work as it should; `noBackup` where its own command has made none. */
  troubles: z.array(z.enum(['mail', 'directory', 'disk', 'backup', 'noBackup'])),
  /** Outages during exams that nobody has decided about, and the first deadline for that. */
  openOutages: count,
  decideBy: z.string().nullable(),
  /** Exams whose stored result differed in the last nightly recomputation. */
  scoreDifferences: count,
  /** What the latest check of the records found. */
  recordFindings: count,
  failedJobs: count,
  failedMails: count,
  sealProblems: count,
  appointmentsToday: count,
  sittingsRunning: count,
  /** The hour of today with the most students. */
  busiest: z.strictObject({ startsAt: z.string(), students: count }).nullable(),
  /** Wrong passwords of the last 24 hours, and on how many accounts. */
  failedSignIns: count,
  failedAccounts: count,
  /** Imports of the last two weeks that are paused or have rows that could not be written, with who uploaded them. */
  imports: z.array(
    z.strictObject({ id: z.int(), fileName: z.string(), madeBy: z.string(), isPaused: z.boolean() }),
  ),
});

const student = z.strictObject({
  /** Exams that can be booked now. */
  booking: z.array(
    z.strictObject({
      customExamId: z.int(),
      examName: z.string(),
      session: z.string(),
      closesAt: z.string(),
    }),
  ),
});

/** Open contestations the caller may decide, by session. */
const waitingContests = z.array(
  z.strictObject({ sessionId: z.int(), session: z.string(), until: z.string(), contests: count }),
);
/** The caller's own contestations, newest first. */
const ownContests = z.array(
  z.strictObject({ id: z.int(), examName: z.string(), status: z.enum(contestStatuses) }),
);

/** The caller's grades that changed without their own contestation, until they view the result. */
const changedGrades = z.array(
  z.strictObject({ examId: z.int(), examName: z.string(), oldGrade: z.number(), newGrade: z.number() }),
);

/** A list may have one line more than a dashboard shows (`dashboardLines`); then there are more. */
export const dashboard = defineCall({
  method: 'GET',
  path: 'dashboard',
  summary: 'Get what is next for the caller, by role; null for roles they do not have',
  access: 'signedIn',
  response: z.strictObject({
    teacher: teacher.nullable(),
    secretary: secretary.nullable(),
    dean: dean.nullable(),
    admin: admin.nullable(),
    student: student.nullable(),
    waitingContests,
    ownContests,
    changedGrades,
  }),
  workload: 'student',
  refusals: [],
});
export type Dashboard = z.output<typeof dashboard.response>;
export type Part<N extends keyof Dashboard> = NonNullable<Dashboard[N]>;
