import { z } from 'zod';
import { contestExportColumns } from '#domain/contestations/columns.ts';
import { contestStatuses, contestTypes } from '#domain/contestations/contestation.ts';
import { defineCall } from './call.ts';
import { count, descending, page, rowId } from './common.ts';
import { exportFile } from './crud-calls.ts';
import { choice, chosenColumns, fileChoice, searched } from './listing.ts';

const person = z.strictObject({
  firstName: z.string(),
  lastName: z.string(),
  numarMatricol: z.string().nullable(),
});

export const contestRow = z.strictObject({
  id: z.int(),
  type: z.enum(contestTypes),
  status: z.enum(contestStatuses),
  /** Null for a case, which belongs to a question, not to an exam. */
  exam: z.strictObject({ id: z.int(), groupId: z.int(), date: z.string(), name: z.string() }).nullable(),
  examName: z.string().nullable(),
  student: person.nullable(),
  sessionId: z.int(),
  examSession: z.string(),
  /** The disciplines of the contested questions. */
  disciplines: z.array(z.string()),
  questions: count,
  /** How many of them are open, and how many of these the viewer may resolve. */
  waiting: count,
  mine: count,
  filedAt: z.string(),
  /** The deadline for holders to resolve it. */
  resolveUntil: z.string(),
  resolvedAt: z.string().nullable(),
  /** Null for holders who see only part of the exam. */
  scoreBefore: z.number().nullable(),
  scoreAfter: z.number().nullable(),
});
export type ContestRow = z.output<typeof contestRow>;

const contestColumns = [
  'id',
  'examId',
  'examDate',
  'status',
  'lastName',
  'examSession',
  'filedAt',
  'resolveUntil',
  'scoreBefore',
  'scoreAfter',
] as const;
export type ContestColumn = (typeof contestColumns)[number];

const filters = {
  search: searched,
  status: z.enum(contestStatuses).optional(),
  type: z.enum(contestTypes).optional(),
  pkDiscipline: rowId.optional(),
  sessionId: rowId.optional(),
  examId: rowId.optional(),
  /** Only open ones whose deadline is within this many days. */
  dueWithin: z.coerce.number().int().min(0).max(365).optional(),
};
const ordered = { sort: z.enum(contestColumns).optional(), desc: descending };

export const listContests = defineCall({
  method: 'GET',
  path: 'examContests',
  summary: 'List contestations: a student’s own, those of a holder’s disciplines, or all for administrators',
  access: 'signedIn',
  query: z.object({ ...filters, ...ordered, ...page() }),
  response: z.array(contestRow),
  list: true,
  workload: 'list',
  refusals: [],
});

export const exportContests = defineCall({
  method: 'GET',
  path: 'examContests/export',
  summary: 'Export the filtered contestations',
  access: 'signedIn',
  query: z.object({ ...filters, ...ordered, ...fileChoice, columns: chosenColumns(contestExportColumns) }),
  file: exportFile,
  workload: 'export',
  refusals: [],
});

export const contestChoices = defineCall({
  method: 'GET',
  path: 'examContests/choices',
  summary:
    'List the sessions and disciplines of the contestations visible to the caller, and the sessions of those only counted',
  access: 'signedIn',
  response: z.strictObject({ sessions: z.array(choice), disciplines: z.array(choice) }),
  workload: 'list',
  refusals: [],
});

const summaryLine = z.strictObject({
  disciplineId: z.int().nullable(),
  /** Null for technical complaints. */
  discipline: z.string().nullable(),
  statuses: z.strictObject({ DP: count, RS: count, AC: count, PAC: count }),
  /** Open ones by age in days. */
  ages: z.strictObject({ upToOne: count, upToThree: count, upToSeven: count, older: count }),
  /** Open ones past their deadline. */
  overdue: count,
  nextDeadline: z.string().nullable(),
});
export type SummaryLine = z.output<typeof summaryLine>;

export const contestSummary = defineCall({
  method: 'GET',
  path: 'examContests/summary',
  summary: 'Count contestations by discipline, status and age',
  access: 'contestation.count',
  query: z.object({ sessionId: rowId.optional() }),
  response: z.strictObject({ lines: z.array(summaryLine) }),
  workload: 'list',
  refusals: [],
});

export const exportContestSummary = defineCall({
  method: 'GET',
  path: 'examContests/summary/export',
  summary: 'Export the counts of contestations by discipline, status and age',
  access: 'contestation.count',
  query: z.object({ sessionId: rowId.optional(), ...fileChoice }),
  file: exportFile,
  workload: 'export',
  refusals: [],
});
