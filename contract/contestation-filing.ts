import { z } from 'zod';
import { contestReasons, contestStatuses, filedTypes } from '#domain/contestations/contestation.ts';
import { defineCall } from './call.ts';
import { byId, count, givenId } from './common.ts';
import { comment, contest, technicalFacts } from './contestations.ts';
import { servedQuestion } from './questions.ts';

const filingRefusals = [
  'contestation.switchedOff',
  'contestation.keyClosed',
  'contestation.notOpenYet',
  'contestation.neverOpen',
  'contestation.closed',
  'contestation.daysOver',
] as const;

export const fileContest = defineCall({
  method: 'POST',
  path: 'examContests',
  summary: 'File a contestation of the caller’s own finished exam; it cannot be changed afterwards',
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
  workload: 'student',
  refusals: [
    ...filingRefusals,
    'resource.notFound',
    'exam.notFinished',
    'sitting.annulled',
    'contestation.twice',
    'validation.failed',
  ],
});

/** Why a contestation cannot be filed now. */
const closedGate = z.enum(['switchedOff', 'keyClosed', 'notOpenYet', 'neverOpen', 'closed', 'daysOver']);

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
  /** The three conditions for filing, each with its dates. */
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
  /** Null unless it can be filed. */
  facts: technicalFacts.nullable(),
});
export type Filing = z.output<typeof filing>;

export const contestFiling = defineCall({
  method: 'GET',
  path: 'examContests/filing/:id',
  summary:
    'Get the data of the contestation form for the caller’s own finished exam: gates, questions as served, technical facts',
  access: 'signedIn',
  params: byId,
  response: filing,
  workload: 'student',
  refusals: ['resource.notFound', 'exam.notFinished', 'sitting.annulled'],
});
