import { z } from 'zod';
import { contestStatuses } from '#domain/contestations/contestation.ts';
import { eventKinds } from '#domain/exam-taking/events.ts';
import { exportedExamColumns, studentExamColumns } from '#domain/exam-taking/result-columns.ts';
import { resultStates } from '#domain/exam-taking/result-state.ts';
import { examStatuses, finishCauses } from '#domain/exam-taking/sitting.ts';
import { scoringModes } from '#domain/scoring/score-question.ts';
import { defineCall } from './call.ts';
import { byId, count, descending, page, rowId } from './common.ts';
import { exportFile } from './crud-calls.ts';
import { scoredQuestion } from './exam-results.ts';
import { choice, chosenColumns, fileChoice, searched } from './listing.ts';

const studentExam = z.strictObject({
  id: z.int(),
  /** Null for an absent student. */
  examId: z.int().nullable(),
  groupId: z.int().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  numarMatricol: z.string().nullable(),
  year: z.int(),
  series: z.string(),
  examName: z.string(),
  disciplineName: z.string(),
  examSession: z.string(),
  date: z.string(),
  serverStartTime: z.string().nullable(),
  serverStopTime: z.string().nullable(),
  state: z.enum(resultStates),
  /** Covers only the holder's own disciplines when the exam has others too (`isPartial`). */
  score: z.number().nullable(),
  maxPoints: z.number().nullable(),
  grade: z.number().nullable(),
  isPartial: z.boolean(),
  /** Its contestations that the viewer may see. */
  contests: z.array(z.strictObject({ id: z.int(), status: z.enum(contestStatuses) })),
  /** Whether the viewer may open its sitting. */
  mayOpen: z.boolean(),
});
export type StudentExam = z.output<typeof studentExam>;

export type StudentExamColumn = (typeof studentExamColumns)[number];
export type ExportedExamColumn = (typeof exportedExamColumns)[number];

const filters = {
  search: searched,
  sessionId: rowId.optional(),
  examCustomId: rowId.optional(),
  pkDiscipline: rowId.optional(),
  seriesId: rowId.optional(),
  state: z.enum(resultStates).optional(),
};
const ordered = { sort: z.enum(studentExamColumns).optional(), desc: descending };

export const studentsExams = defineCall({
  method: 'GET',
  path: 'studentsExams',
  summary: 'List the exams of students whose appointment has begun, including absent students',
  access: 'result.read',
  query: z.object({ ...filters, ...ordered, ...page() }),
  response: z.array(studentExam),
  list: true,
  workload: 'list',
  refusals: [],
});

export const exportStudentsExams = defineCall({
  method: 'GET',
  path: 'studentsExams/export',
  summary: 'Export students’ exams',
  access: 'result.read',
  query: z.object({ ...filters, ...ordered, ...fileChoice, columns: chosenColumns(exportedExamColumns) }),
  file: exportFile,
  workload: 'export',
  refusals: [],
});

const examTotals = z.strictObject({
  /** Finished exams that count. */
  sat: count,
  absent: count,
  running: count,
  annulled: count,
  passed: count,
  /** The mean grade of those who sat; null when nobody did. */
  mean: z.number().nullable(),
});
export type ExamTotals = z.output<typeof examTotals>;

export const studentsExamsTotals = defineCall({
  method: 'GET',
  path: 'studentsExams/totals',
  summary:
    'Count students who finished, were absent, are sitting and passed, with the mean grade, for the same filters as the list',
  access: 'result.read',
  query: z.object(filters),
  response: examTotals,
  workload: 'list',
  refusals: [],
});

export const studentsExamsChoices = defineCall({
  method: 'GET',
  path: 'studentsExams/choices',
  summary: 'List the sessions, custom exams, disciplines and series to filter by',
  access: 'result.read',
  response: z.strictObject({
    sessions: z.array(choice),
    customExams: z.array(choice),
    disciplines: z.array(choice),
    series: z.array(choice),
  }),
  workload: 'list',
  refusals: [],
});

export const exportGradeBook = defineCall({
  method: 'GET',
  path: 'gradeBook/export',
  summary:
    'Export the grade book of a custom exam in a session, including absent students, with a checksum; every export is audited',
  access: 'gradeBook.export',
  query: z.object({
    examCustomId: rowId,
    sessionId: rowId,
    seriesId: rowId.optional(),
    ...fileChoice,
  }),
  file: exportFile,
  workload: 'export',
  refusals: ['resource.notFound'],
});

export const historyEntry = z.strictObject({
  at: z.string(),
  event: z.enum(eventKinds),
  questionIndex: z.int().nullable(),
  /** The letters of the ticked answers, as shown. */
  answers: z.string().nullable(),
  shownNext: z.int().nullable(),
  /** How long it waited in the browser before it arrived, if the connection was lost. */
  delaySeconds: z.int().nullable(),
  /** The number of the computer (sign-in) it came from, in order of appearance. */
  computer: z.int().nullable(),
  minutes: z.int().nullable(),
  deadline: z.string().nullable(),
  cause: z.enum(finishCauses).nullable(),
  score: z.number().nullable(),
  reason: z.string().nullable(),
  by: z.string().nullable(),
  /** Entered from a paper by the two people in `by`. */
  isPaper: z.boolean(),
  /** How many events of this kind and question after this one are not shown, because there are too many. */
  omitted: count,
});
export type HistoryEntry = z.output<typeof historyEntry>;

const satExam = z.strictObject({
  id: z.int(),
  index: z.int(),
  name: z.string(),
  status: z.enum(examStatuses),
  deadline: z.string(),
  serverStopTime: z.string().nullable(),
  finishCause: z.enum(finishCauses).nullable(),
  scoringMode: z.enum(scoringModes),
  questionDisplayCount: z.int(),
  answered: z.int(),
  score: z.number().nullable(),
  maxPoints: z.number(),
  grade: z.number().nullable(),
  /** Only the questions of the viewer's own disciplines, without a grade. */
  isPartial: z.boolean(),
  /** Whether texts and key are still closed to the viewer, who sat it. */
  isHidden: z.boolean(),
  /** Empty while the exam runs or is closed to the viewer. */
  questionExams: z.array(scoredQuestion),
  history: z.array(historyEntry),
});
export type SatExam = z.output<typeof satExam>;

const sittingDetails = z.strictObject({
  groupId: z.int(),
  examName: z.string(),
  examCustomId: z.int(),
  sessionId: z.int(),
  examSession: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  numarMatricol: z.string().nullable(),
  year: z.int(),
  series: z.string(),
  groupNumber: z.string().nullable(),
  examRoom: z.string(),
  building: z.string(),
  examRow: z.union([z.int(), z.literal('-')]),
  seatNumber: z.int(),
  date: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  extraTime: z.int(),
  extraTimeReason: z.string().nullable(),
  serverStartTime: z.string(),
  /** How many computers (sign-ins) it was taken on. */
  computers: count,
  /** Whether the viewer sat it or marked its student as a relative: somebody else decides about it. */
  isConcerned: z.boolean(),
  annulled: z.strictObject({ at: z.string(), by: z.string().nullable(), reason: z.string() }).nullable(),
  /** File names of the recording's parts, in order. */
  recordings: z.array(z.string()),
  /** Why the viewer cannot play them: they see only a part of the sitting, or sat or take this exam; null when there are none or they can. */
  recordingsClosed: z.enum(['part', 'taker']).nullable(),
  exams: z.array(satExam),
});
export type SittingDetails = z.output<typeof sittingDetails>;

export const readSitting = defineCall({
  method: 'GET',
  path: 'sittings/:id',
  summary:
    'Get an official sitting for staff in scope: student, seat, times, each question as served with ticks, key and points, and its history',
  access: 'exam.watch',
  params: byId,
  response: sittingDetails,
  refusals: ['resource.notFound'],
});

export const latestScoreCheck = defineCall({
  method: 'GET',
  path: 'scoreCheck',
  summary: 'Get the result of the last nightly rescoring of all finished exams; empty before the first',
  access: 'score.check',
  response: z.strictObject({
    day: z.string(),
    startedAt: z.string(),
    /** Null while it runs. */
    finishedAt: z.string().nullable(),
    exams: count.nullable(),
    problems: z.array(
      z.strictObject({
        examId: z.int(),
        what: z.enum(['ticks', 'score']),
        question: z.int().optional(),
        stored: z.string(),
        recomputed: z.string(),
      }),
    ),
  }),
  mayBeEmpty: true,
  refusals: [],
});
