import { z } from 'zod';
import { healthStates } from '#domain/administration/health.ts';
import { parseDay } from '#domain/calendar/romanian-date.ts';
import { jobStates } from '#domain/jobs/job-states.ts';
import { defineCall } from './call.ts';
import { byId, count, languageChoice, page } from './common.ts';
import { exportFile } from './crud-calls.ts';
import { fileChoice } from './listing.ts';

export const overview = defineCall({
  method: 'GET',
  path: 'administration',
  summary: 'Get counts of all data and of what is running now',
  access: 'administration.manage',
  response: z.strictObject({
    version: z.string(),
    counts: z.strictObject({
      accounts: count,
      students: count,
      teachers: count,
      secretaries: count,
      disciplines: count,
      questions: count,
      customExams: count,
      appointmentsToday: count,
      sittingsRunning: count,
      papersWaiting: count,
      signedIn: count,
    }),
    /** The last nightly recomputation of every finished exam; null before the first night. */
    scoreCheck: z
      .strictObject({
        startedAt: z.string(),
        /** Null while it runs. */
        finishedAt: z.string().nullable(),
        exams: count.nullable(),
        differences: count,
        /** The first exams whose stored result differs, each with its sitting. */
        found: z.array(z.strictObject({ examId: z.int(), groupId: z.int() })),
      })
      .nullable(),
  }),
  refusals: [],
});
export type Overview = z.output<typeof overview.response>;

const health = z.enum(healthStates);

export const healthReport = defineCall({
  method: 'GET',
  path: 'administration/health',
  summary: 'Check database, mail, directory, jobs and disk now',
  access: 'administration.manage',
  response: z.strictObject({
    database: z.strictObject({ state: health, version: z.string(), bytes: count, milliseconds: count }),
    /** `reason` says why the mail server cannot be used; one that answered is not tried again for a minute. */
    mail: z.strictObject({ state: health, waiting: count, failed: count, reason: z.string().nullable() }),
    directory: z.strictObject({
      state: health,
      forTeachers: z.boolean(),
      forStudents: z.boolean(),
      reason: z.string().nullable(),
    }),
    jobs: z.strictObject({ state: health, running: count, failing: count }),
    disk: z.strictObject({ state: health, freeBytes: count, totalBytes: count }),
    /** The newest backup by the product's own command. */
    backup: z.strictObject({ state: health, takenAt: z.string().nullable() }),
  }),
  refusals: [],
});
export type HealthReport = z.output<typeof healthReport.response>;

/** The queue, the mails about appointments, and those about contestations. */
const jobSources = ['queue', 'mail', 'contestMail'] as const;

const job = z.strictObject({
  /** The id of the queue job or of the message, prefixed with its source; unique in the list. */
  id: z.string(),
  source: z.enum(jobSources),
  name: z.string(),
  /** The file or exam it works on. */
  subject: z.string().nullable(),
  state: z.enum(jobStates),
  tries: count,
  /** Its progress; null when unknown. */
  progress: z.strictObject({ done: count, all: count }).nullable(),
  madeAt: z.string(),
  startedAt: z.string().nullable(),
  problem: z.string().nullable(),
});
export type Job = z.output<typeof job>;

const jobFilter = { state: z.enum(jobStates).optional() };

export const listJobs = defineCall({
  method: 'GET',
  path: 'administration/jobs',
  summary: 'List waiting, running and failed jobs and messages that could not be sent, newest first',
  access: 'administration.manage',
  query: z.object({ ...page(100), ...jobFilter }),
  response: z.array(job),
  list: true,
  workload: 'list',
  refusals: [],
});

export const exportJobs = defineCall({
  method: 'GET',
  path: 'administration/jobs/export',
  summary: 'Export waiting, running and failed jobs and messages that could not be sent',
  access: 'administration.manage',
  query: z.object({ ...jobFilter, ...fileChoice }),
  file: exportFile,
  workload: 'export',
  refusals: [],
});

export const retryJob = defineCall({
  method: 'POST',
  path: 'administration/jobs/retry',
  summary: 'Retry a failed job or message now',
  access: 'administration.manage',
  body: z.strictObject({ source: z.enum(jobSources), id: z.string().min(1).max(60) }),
  refusals: ['resource.notFound'],
});

/** `erased` replaces a personal value that was erased. */
const shownValue = z
  .union([z.string(), z.number(), z.boolean(), z.strictObject({ erased: z.literal(true) })])
  .nullable();
const logEntry = z.strictObject({
  id: z.int(),
  at: z.string(),
  /** Null when the system made the change or the user is unknown. */
  actor: z.strictObject({ id: z.int(), name: z.string(), email: z.string() }).nullable(),
  action: z.string(),
  entity: z.string(),
  entityId: z.string().nullable(),
  /** The name of the row; null when only its id identifies it. */
  subject: z.string().nullable(),
  changes: z.array(z.strictObject({ field: z.string(), before: shownValue, after: shownValue })),
});
export type LogEntry = z.output<typeof logEntry>;

const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'validation.date')
  .refine((text) => parseDay(text) === text, 'validation.date')
  .optional();
const logFilter = {
  /** Part of the user's name or address. */
  who: z.string().max(200).optional(),
  entity: z.string().max(60).optional(),
  entityId: z.string().max(200).optional(),
  action: z.string().max(60).optional(),
  from: day,
  to: day,
};

export const searchLog = defineCall({
  method: 'GET',
  path: 'administration/log',
  summary: 'List the audit log, newest first: who changed what and when',
  access: 'administration.manage',
  query: z.object({ ...page(200), ...logFilter }),
  response: z.array(logEntry),
  list: true,
  workload: 'list',
  refusals: [],
});
export type LogFilter = Omit<z.output<typeof searchLog.query>, 'skip' | 'take'>;

export const exportLog = defineCall({
  method: 'GET',
  path: 'administration/log/export',
  summary: 'Export the newest 10,000 matching entries of the audit log',
  access: 'administration.manage',
  query: z.object({
    ...logFilter,
    ...fileChoice,
    lang: languageChoice.default('en'),
  }),
  file: exportFile,
  workload: 'export',
  refusals: [],
});

const checkResult = z.strictObject({
  askedAt: z.string(),
  askedBy: z.string().nullable(),
  finishedAt: z.string().nullable(),
  /** The number of sealed entries read. */
  entries: count.nullable(),
  findings: z.array(z.strictObject({ kind: z.string(), table: z.string().nullable(), where: z.string() })),
});

export const sealState = defineCall({
  method: 'GET',
  path: 'administration/seal',
  summary: 'Get how far the log is sealed, whether its head is valid, and the latest check of the records',
  access: 'administration.manage',
  response: z.strictObject({
    sealed: count,
    /** The time of the newest sealed entry. */
    sealedUpTo: z.string().nullable(),
    waiting: count,
    /** Problems of the head of the chain; empty when it is intact. */
    problems: z.array(z.string()),
    check: checkResult.nullable(),
  }),
  refusals: [],
});
export type SealState = z.output<typeof sealState.response>;

export const checkSeal = defineCall({
  method: 'POST',
  path: 'administration/seal/check',
  summary: 'Check all records in the background, one check at a time',
  access: 'administration.manage',
  response: z.strictObject({ id: byId.shape.id }),
  refusals: [],
});
