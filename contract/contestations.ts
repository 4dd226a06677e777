import { z } from 'zod';
import { contestExportColumns } from '#domain/contestations/columns.ts';
import {
  contestReasons,
  contestStatuses,
  contestTypes,
  filedTypes,
  longestComment,
  settleKinds,
} from '#domain/contestations/contestation.ts';
import { hindrances } from '#domain/contestations/resolving.ts';
import { settlementReaches } from '#domain/contestations/settlement.ts';
import { scoringModes } from '#domain/scoring/score-question.ts';
import { defineCall } from './call.ts';
import { byId, count, descending, givenId, languageChoice, page, rowId } from './common.ts';
import { exportTypes } from './crud-calls.ts';
import { scoredQuestion } from './exam-results.ts';
import { questionVersion, servedQuestion } from './questions.ts';
import { impact } from './settlements.ts';
import { questionStatistics } from './statistics.ts';
import { historyEntry } from './students-exams.ts';

/** Characters are counted as the form counts them, after trimming. */
const comment = z
  .string()
  .overwrite((value) => value.replaceAll('\r\n', '\n').normalize('NFC'))
  .trim()
  .max(longestComment);
const person = z.strictObject({
  firstName: z.string(),
  lastName: z.string(),
  numarMatricol: z.string().nullable(),
});

const contestRow = z.strictObject({
  id: z.int(),
  type: z.enum(contestTypes),
  status: z.enum(contestStatuses),
  /** Null for a case, which is about a question and not about an exam. */
  exam: z.strictObject({ id: z.int(), groupId: z.int(), date: z.string(), name: z.string() }).nullable(),
  examName: z.string().nullable(),
  student: person.nullable(),
  sessionId: z.int(),
  examSession: z.string(),
  /** The disciplines of the contested questions. */
  disciplines: z.array(z.string()),
  questions: count,
  /** How many of them wait, and how many of these the viewer may resolve. */
  waiting: count,
  mine: count,
  filedAt: z.string(),
  /** Until when holders resolve it. */
  resolveUntil: z.string(),
  resolvedAt: z.string().nullable(),
  /** Null for holders who see the exam only in part. */
  scoreBefore: z.number().nullable(),
  scoreAfter: z.number().nullable(),
});
export type ContestRow = z.output<typeof contestRow>;

export const contestColumns = [
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
  search: z.string().trim().normalize('NFC').max(200).optional(),
  status: z.enum(contestStatuses).optional(),
  type: z.enum(contestTypes).optional(),
  pkDiscipline: rowId.optional(),
  sessionId: rowId.optional(),
  examId: rowId.optional(),
  /** Waiting ones whose time to resolve ends within so many days. */
  dueWithin: z.coerce.number().int().min(0).max(365).optional(),
};
const ordered = { sort: z.enum(contestColumns).optional(), desc: descending };

export const listContests = defineCall({
  method: 'GET',
  path: 'examContests',
  summary: 'A page of contestations: a student’s own, a holder’s disciplines, all for administrators',
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
  summary: 'The filtered contestations as a file',
  access: 'signedIn',
  query: z.object({
    ...filters,
    ...ordered,
    format: z.enum(['xlsx', 'csv']),
    columns: z
      .string()
      .max(2000)
      .optional()
      .transform((list) => list?.split(',').filter(Boolean) ?? contestExportColumns.slice())
      .pipe(z.array(z.enum(contestExportColumns)).min(1)),
    lang: languageChoice.default('ro'),
  }),
  file: Object.values(exportTypes),
  workload: 'export',
  refusals: [],
});

const choice = z.strictObject({ id: z.int(), name: z.string() });
export const contestChoices = defineCall({
  method: 'GET',
  path: 'examContests/choices',
  summary: 'The sessions and disciplines that occur in the viewer’s contestations',
  access: 'signedIn',
  response: z.strictObject({ sessions: z.array(choice), disciplines: z.array(choice) }),
  workload: 'list',
  refusals: [],
});

const ticked = z.strictObject({ letters: z.string(), answers: z.array(z.string()) });

/** A contested question as its student and its resolvers read it; neither key nor evidence. */
const contestedQuestion = z.strictObject({
  /** 0 stands for the complaint as a whole. */
  examQuestionId: z.int(),
  index: z.int(),
  /** Null where the text is not shown to the student any more, and for the complaint as a whole. */
  served: servedQuestion.nullable(),
  discipline: z.string().nullable(),
  reason: z.enum(contestReasons).nullable(),
  comment: z.string().nullable(),
  accepted: z.boolean().nullable(),
  settle: z.enum(settleKinds).nullable(),
  reach: z.enum(settlementReaches).nullable(),
  reply: z.string().nullable(),
  resolvedAt: z.string().nullable(),
  /** Who resolved it; told to staff only. */
  resolvedBy: z.string().nullable(),
});
export type ContestedQuestion = z.output<typeof contestedQuestion>;

/** What the system knows about the technical side of an exam. */
export const technicalFacts = z.strictObject({
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  /** Answers that waited in the browser for long: the connection was lost. */
  losses: z.array(z.strictObject({ at: z.string(), seconds: count, question: z.int().nullable() })),
  /** When the exam was loaded again, on which of its computers. */
  takeovers: z.array(z.strictObject({ at: z.string(), computer: z.int().nullable() })),
  late: z.array(z.strictObject({ at: z.string(), question: z.int().nullable(), answers: z.string() })),
  credited: z.array(z.strictObject({ at: z.string(), minutes: z.int() })),
  recordings: count,
});
export type TechnicalFacts = z.output<typeof technicalFacts>;

export const contest = z.strictObject({
  ...contestRow.shape,
  comment: z.string().nullable(),
  /** As they were when it was filed; null unless it is technical. */
  facts: technicalFacts.nullable(),
  contestedQuestions: z.array(contestedQuestion),
  gradeBefore: z.number().nullable(),
  gradeAfter: z.number().nullable(),
  /** The viewer filed it. */
  isOwn: z.boolean(),
  /** The viewer may reopen it now. */
  mayReopen: z.boolean(),
  /** The viewer marked the student as a relative. */
  isRelative: z.boolean(),
});
export type Contest = z.output<typeof contest>;

export const readContest = defineCall({
  method: 'GET',
  path: 'examContests/:id',
  summary: 'One contestation with its questions and their outcome',
  access: 'signedIn',
  params: byId,
  response: contest,
  refusals: ['resource.notFound'],
});

const filingRefusals = [
  'contestation.switchedOff',
  'contestation.keyClosed',
  'contestation.notOpenYet',
  'contestation.closed',
  'contestation.daysOver',
] as const;

export const fileContest = defineCall({
  method: 'POST',
  path: 'examContests',
  summary: 'File a contestation of a finished exam of one’s own; it cannot be changed afterwards',
  access: 'signedIn',
  body: z.strictObject({
    examId: givenId,
    type: z.enum(filedTypes),
    questions: z
      .array(
        z.strictObject({
          examQuestionId: z.int().positive(),
          reason: z.enum(contestReasons),
          comment: comment.optional(),
        }),
      )
      .max(999)
      .default([]),
    comment: comment.optional(),
  }),
  /** Every question with the longest comment, in three-byte letters. */
  bodyKilobytes: 3200,
  response: contest,
  status: 201,
  refusals: [
    ...filingRefusals,
    'resource.notFound',
    'exam.notFinished',
    'sitting.annulled',
    'contestation.twice',
    'validation.failed',
  ],
});

/** Why something cannot be filed now. */
const closedGate = z.enum(['switchedOff', 'keyClosed', 'notOpenYet', 'closed', 'daysOver']);

const filing = z.strictObject({
  exam: z.strictObject({
    id: z.int(),
    groupId: z.int(),
    name: z.string(),
    examName: z.string(),
    date: z.string(),
    score: z.number(),
    maxPoints: z.number(),
    grade: z.number(),
  }),
  /** Null while it can be filed. */
  closed: z.strictObject({ why: closedGate, at: z.string().nullable() }).nullable(),
  /** Until when it can be filed; null when it cannot. */
  until: z.string().nullable(),
  /** The three gates, each with its dates. */
  gates: z.strictObject({
    allowContestations: z.boolean(),
    contestStartDate: z.string(),
    contestEndDate: z.string(),
    daysFrom: z.string(),
    daysUntil: z.string(),
    contestationsAllowedDays: count,
  }),
  /** What was filed before, by type. */
  filed: z.array(z.strictObject({ id: z.int(), type: z.enum(filedTypes), status: z.enum(contestStatuses) })),
  /** As served, with own ticks; empty before filing opens. */
  questions: z.array(servedQuestion),
  /** With ticks, key and points, when previews are allowed. */
  scored: z.array(scoredQuestion),
  facts: technicalFacts,
});
export type Filing = z.output<typeof filing>;

export const contestFiling = defineCall({
  method: 'GET',
  path: 'examContests/filing/:id',
  summary:
    'What the form needs to contest a finished exam of one’s own: gates, questions as served, technical facts',
  access: 'signedIn',
  params: byId,
  response: filing,
  refusals: ['resource.notFound', 'exam.notFinished', 'sitting.annulled'],
});

/** A decision about one question. */
const decision = z.strictObject({
  /** 0 stands for a technical complaint as a whole; 1 for the question of a case. */
  examQuestionId: z.int().min(0),
  accepted: z.boolean(),
  settle: z.enum(settleKinds).optional(),
  /** Of the question's `answerExams`: those to remove, or those that are correct. */
  answerIds: z.array(z.int().min(0)).max(30).optional(),
  reach: z.enum(settlementReaches).optional(),
  reply: comment.optional(),
  /** Decide the same way about every waiting appeal of the session with the same version and the same ticks. */
  together: z.boolean().optional(),
});
export type Decision = z.output<typeof decision>;

const decisions = z.strictObject({
  questions: z.array(decision).min(1, 'validation.required').max(999),
  /** Of the impact that was shown; if anything changed since, nothing is written. */
  fingerprint: z.string().max(200).optional(),
});

const resolveRefusals = [
  'resource.notFound',
  'contestation.adminsOnly',
  'contestation.notHolder',
  'contestation.ended',
  'contestation.ownExam',
  'contestation.relative',
  'contestation.resolved',
  'settlement.changedMeanwhile',
  'settlement.unfit',
  'validation.failed',
] as const;

export const resolveContest = defineCall({
  method: 'PUT',
  path: 'examContests/:id/resolve',
  summary:
    'Accept or reject questions of a contestation; accepted ones are settled and exams are scored again',
  access: 'contestation.resolve',
  params: byId,
  body: decisions,
  response: z.strictObject({
    status: z.enum(contestStatuses),
    scoreBefore: z.number().nullable(),
    scoreAfter: z.number().nullable(),
    /** Other contestations decided together with it. */
    together: z.array(z.int()),
  }),
  refusals: resolveRefusals,
});

export const contestImpact = defineCall({
  method: 'POST',
  path: 'examContests/:id/impact',
  summary: 'Whose score and grade would change; writes nothing',
  access: 'contestation.resolve',
  params: byId,
  body: decisions,
  response: impact,
  workload: 'export',
  refusals: resolveRefusals,
});

export const reopenContest = defineCall({
  method: 'POST',
  path: 'examContests/:id/reopen',
  summary: 'Set a contestation back to submitted and withdraw its settlements everywhere they reached',
  access: 'contestation.resolve',
  params: byId,
  response: z.strictObject({
    status: z.enum(contestStatuses),
    /** Other contestations that were decided together with it and wait again. */
    together: z.array(z.int()),
  }),
  refusals: [
    'resource.notFound',
    'contestation.notResolved',
    'contestation.adminsOnly',
    'contestation.notHolder',
    'contestation.ended',
    'contestation.ownExam',
    'contestation.relative',
  ],
});

export const markRelative = defineCall({
  method: 'POST',
  path: 'examContests/:id/relative',
  summary:
    'Mark the student of a contestation as one’s relative, or take the mark away; others resolve it then',
  access: 'contestation.resolve',
  params: byId,
  body: z.strictObject({ relative: z.boolean() }),
  refusals: ['resource.notFound'],
});

/** All that is known about one contested question, for its resolver. */
export const evidence = z.strictObject({
  examQuestionId: z.int(),
  index: z.int(),
  disciplineId: z.int().nullable(),
  /** Why the viewer cannot resolve it; null when they can. */
  hindrance: z.enum(hindrances).nullable(),
  /** As served, with this student's ticks, the key and the points; null for a complaint as a whole. */
  scored: scoredQuestion.nullable(),
  /** The served version and, where it is another one, the bank's current version. */
  bank: z
    .strictObject({
      questionId: z.int(),
      versionId: z.int(),
      removed: z.boolean(),
      served: questionVersion,
      current: questionVersion.nullable(),
    })
    .nullable(),
  history: z.array(historyEntry),
  /** Late answers of this question, which a settlement can count. */
  late: z.array(z.strictObject({ at: z.string(), answers: z.string() })),
  /** Over all exams of the session that served the version. */
  statistics: questionStatistics.nullable(),
  likelyWrongKey: z.boolean(),
  /** The part of the recording and the moment when the question was answered. */
  recording: z.strictObject({ fileName: z.string(), at: z.string() }).nullable(),
  /** Other waiting appeals about the same version and the same ticks. */
  together: z.array(z.int()),
});
export type ContestEvidence = z.output<typeof evidence>;

export const contestEvidence = defineCall({
  method: 'GET',
  path: 'examContests/:id/evidence',
  summary: 'The contested questions the viewer may look into, each with its evidence',
  access: 'contestation.resolve',
  params: byId,
  response: z.strictObject({
    scoringMode: z.enum(scoringModes).nullable(),
    /** A settlement can reach its template. */
    fromTemplate: z.boolean(),
    facts: technicalFacts.nullable(),
    questions: z.array(evidence),
  }),
  workload: 'export',
  refusals: ['resource.notFound'],
});

const group = z.strictObject({
  /** Null for technical complaints, which stand alone. */
  versionId: z.int().nullable(),
  questionId: z.int().nullable(),
  text: z.string().nullable(),
  discipline: z.string().nullable(),
  sessionId: z.int(),
  examSession: z.string(),
  /** What the students ticked, in the bank's order. */
  ticked,
  contests: z.array(z.int()),
  /** Whose contestations they are, in the same order; null for a case. */
  students: z.array(z.string().nullable()),
  resolveUntil: z.string(),
});
export type ContestGroup = z.output<typeof group>;

export const contestGroups = defineCall({
  method: 'GET',
  path: 'examContests/groups',
  summary:
    'The waiting questions the viewer may resolve, grouped by session, question version and ticked answers',
  access: 'contestation.resolve',
  query: z.object({ pkDiscipline: rowId.optional(), sessionId: rowId.optional(), ...page() }),
  response: z.array(group),
  list: true,
  workload: 'list',
  refusals: [],
});

export const openCase = defineCall({
  method: 'POST',
  path: 'examContests/cases',
  summary: 'Open a question that was served in a session as a case without an appeal',
  access: 'contestation.resolve',
  body: z.strictObject({ versionId: givenId, sessionId: givenId, comment: comment.optional() }),
  response: contest,
  status: 201,
  refusals: [
    'resource.notFound',
    'contestation.notServed',
    'contestation.caseTwice',
    'contestation.adminsOnly',
    'contestation.ended',
  ],
});

const summaryLine = z.strictObject({
  disciplineId: z.int().nullable(),
  /** Null for technical complaints. */
  discipline: z.string().nullable(),
  statuses: z.strictObject({ DP: count, RS: count, AC: count, PAC: count }),
  /** Waiting ones by age in days. */
  ages: z.strictObject({ upToOne: count, upToThree: count, upToSeven: count, older: count }),
  /** Waiting ones whose time to resolve is over. */
  overdue: count,
  nextDeadline: z.string().nullable(),
});
export type SummaryLine = z.output<typeof summaryLine>;

export const contestSummary = defineCall({
  method: 'GET',
  path: 'examContests/summary',
  summary: 'Numbers of contestations by discipline, status and age',
  access: 'contestation.count',
  query: z.object({ sessionId: rowId.optional() }),
  response: z.strictObject({ lines: z.array(summaryLine) }),
  workload: 'list',
  refusals: [],
});

export const exportContestSummary = defineCall({
  method: 'GET',
  path: 'examContests/summary/export',
  summary: 'The numbers by discipline, status and age as a file',
  access: 'contestation.count',
  query: z.object({
    sessionId: rowId.optional(),
    format: z.enum(['xlsx', 'csv']),
    lang: languageChoice.default('ro'),
  }),
  file: Object.values(exportTypes),
  workload: 'export',
  refusals: [],
});
