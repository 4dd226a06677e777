import { z } from 'zod';
import { contestStatuses, decisionKinds } from '#domain/contestations/contestation.ts';
import { blockers } from '#domain/contestations/resolving.ts';
import { settlementReaches } from '#domain/contestations/settlement.ts';
import { scoringModes } from '#domain/scoring/score-question.ts';
import { defineCall } from './call.ts';
import { byId, givenId, page, rowId } from './common.ts';
import { comment, contest, technicalFacts } from './contestations.ts';
import { scoredQuestion } from './exam-results.ts';
import { questionVersion } from './questions.ts';
import { endedSince, fingerprint, impact, impactPage } from './settlements.ts';
import { questionStatistics } from './statistics.ts';
import { historyEntry } from './students-exams.ts';

/** A decision about one question. */
const decision = z.strictObject({
  /** 0 means a technical complaint as a whole, 1 the question of a case. */
  examQuestionId: z.int().min(0),
  accepted: z.boolean(),
  settle: z.enum(decisionKinds).optional(),
  /** Of the question's `answerExams`: those to remove, or those that are correct. */
  answerIds: z.array(z.int().min(0)).max(30).optional(),
  reach: z.enum(settlementReaches).optional(),
  reply: comment.optional(),
  /**
   * The other appeals to decide the same way: all those that the evidence listed. Nothing is written when others wait by
   * now, or fewer.
   */
  together: z.array(givenId).max(5000).optional(),
});
export type Decision = z.output<typeof decision>;

const decisions = z.strictObject({
  questions: z.array(decision).min(1, 'validation.required').max(999),
  /** The fingerprint of the impact the user reviewed; nothing is written if anything has changed since. */
  fingerprint,
});

const resolveRefusals = [
  'resource.notFound',
  'contestation.adminsOnly',
  'contestation.notHolder',
  'contestation.ended',
  'contestation.ownExam',
  'contestation.relative',
  'contestation.resolved',
  'contestation.takesSame',
  'settlement.changedMeanwhile',
  'settlement.conflict',
  'settlement.unfit',
  'validation.failed',
] as const;

export const resolveContest = defineCall({
  method: 'PUT',
  path: 'examContests/:id/resolve',
  summary:
    'Accept or reject questions of a contestation; accepted questions are settled and exams scored again',
  access: 'contestation.resolve',
  params: byId,
  body: decisions,
  response: z.strictObject({
    status: z.enum(contestStatuses),
    /** Null for holders who see only a part of the exam. */
    scoreBefore: z.number().nullable(),
    scoreAfter: z.number().nullable(),
    /** Other contestations decided together with it. */
    together: z.array(z.int()),
    endedSince,
  }),
  refusals: resolveRefusals,
});

export const contestImpact = defineCall({
  method: 'POST',
  path: 'examContests/:id/impact',
  summary: 'Preview whose score and grade a decision would change',
  access: 'contestation.resolve',
  params: byId,
  query: impactPage,
  body: decisions,
  response: impact,
  workload: 'export',
  refusals: resolveRefusals,
});

const reopenRefusals = [
  'resource.notFound',
  'contestation.notResolved',
  'contestation.adminsOnly',
  'contestation.notHolder',
  'contestation.ended',
  'contestation.ownExam',
  'contestation.relative',
  'contestation.takesSame',
  'settlement.conflict',
  'settlement.withdrawn',
] as const;

export const reopenImpact = defineCall({
  method: 'POST',
  path: 'examContests/:id/reopen/impact',
  summary: 'Preview whose score and grade reopening a contestation would change',
  access: 'contestation.resolve',
  params: byId,
  query: impactPage,
  response: impact,
  workload: 'export',
  refusals: reopenRefusals,
});

export const reopenContest = defineCall({
  method: 'POST',
  path: 'examContests/:id/reopen',
  summary: 'Reopen a contestation and withdraw its settlements in all exams they reached',
  access: 'contestation.resolve',
  params: byId,
  /** The fingerprint of the impact the user reviewed; nothing is written if anything has changed since. */
  body: z.strictObject({ fingerprint }).nullish(),
  response: z.strictObject({
    status: z.enum(contestStatuses),
    /** Other contestations decided together with it that are open again. */
    together: z.array(z.int()),
    endedSince,
  }),
  refusals: [...reopenRefusals, 'settlement.changedMeanwhile'],
});

export const markRelative = defineCall({
  method: 'POST',
  path: 'examContests/:id/relative',
  summary:
    'Mark the student of a contestation as one’s relative, so that others resolve it; only an administrator takes away the mark of somebody else',
  access: 'contestation.resolve',
  params: byId,
  body: z.strictObject({
    relative: z.boolean(),
    /** Whose mark is taken away. */
    userId: givenId.optional(),
  }),
  refusals: ['resource.notFound', 'contestation.relativeStays', 'validation.failed'],
});

/** Everything known about one contested question, for its resolver. */
export const evidence = z.strictObject({
  examQuestionId: z.int(),
  index: z.int(),
  disciplineId: z.int().nullable(),
  /** Why the viewer cannot resolve it; null when they can. */
  hindrance: z.enum(blockers).nullable(),
  /**
   * As served, with this student's ticks, the key and the points; null for a complaint about the whole exam.
   */
  scored: scoredQuestion.nullable(),
  /** The served version and, if different, the bank's current version. */
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
  /** Totals over all exams of the session that served the version. */
  statistics: questionStatistics.nullable(),
  likelyWrongKey: z.boolean(),
  /** The part of the recording and the moment when the question was answered. */
  recording: z.strictObject({ fileName: z.string(), at: z.string() }).nullable(),
  /** Other waiting appeals about the same version and the same ticks, which the viewer can decide together with it. */
  together: z.array(z.int()),
});
export type ContestEvidence = z.output<typeof evidence>;

/**
 * Whether there is a recording of the sitting, and whether the viewer can play it: not one that also shows questions of other
 * disciplines, and not that of an exam they sat.
 */
export const recorded = z.enum(['no', 'shown', 'ofOthers', 'closed']);

export const contestEvidence = defineCall({
  method: 'GET',
  path: 'examContests/:id/evidence',
  summary: 'List the contested questions visible to the caller, with their evidence',
  access: 'contestation.resolve',
  params: byId,
  response: z.strictObject({
    scoringMode: z.enum(scoringModes).nullable(),
    /** Whether a settlement can reach its template. */
    fromTemplate: z.boolean(),
    facts: technicalFacts.nullable(),
    questions: z.array(evidence),
    /** The other questions of the exam, which a technical complaint can be settled with; for those who resolve it. */
    otherQuestions: z.array(z.strictObject({ examQuestionId: z.int(), index: z.int() })),
    recorded,
  }),
  workload: 'export',
  refusals: ['resource.notFound', 'contestation.takesSame'],
});

const group = z.strictObject({
  /** Null for technical complaints, which are not grouped. */
  versionId: z.int().nullable(),
  questionId: z.int().nullable(),
  text: z.string().nullable(),
  discipline: z.string().nullable(),
  sessionId: z.int(),
  examSession: z.string(),
  /** What the students ticked, in the bank's order. */
  ticked: z.strictObject({ letters: z.string(), answers: z.array(z.string()) }),
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
    'List the pending questions the caller may resolve, grouped by session, question version and ticked answers',
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
  summary: 'Open a case for a question served in a session, without an appeal',
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
    'contestation.takesSame',
  ],
});
