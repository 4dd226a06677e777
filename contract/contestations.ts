import { z } from 'zod';
import { contestReasons, decisionKinds, maxCommentLength } from '#domain/contestations/contestation.ts';
import { settlementReaches } from '#domain/contestations/settlement.ts';
import { defineCall } from './call.ts';
import { byId, count } from './common.ts';
import { contestRow } from './contestation-list.ts';
import { servedQuestion } from './questions.ts';

/** Characters are counted as the form counts them, after trimming. */
export const comment = z
  .string()
  .overwrite((value) => value.replaceAll('\r\n', '\n').normalize('NFC'))
  .trim()
  .max(maxCommentLength);

/** A contested question as its student and its resolvers see it, without key or evidence. */
const contestedQuestion = z.strictObject({
  /** 0 means the complaint as a whole. */
  examQuestionId: z.int(),
  index: z.int(),
  /** With the student's ticks; null for the complaint as a whole. */
  served: servedQuestion.nullable(),
  discipline: z.string().nullable(),
  reason: z.enum(contestReasons).nullable(),
  comment: z.string().nullable(),
  accepted: z.boolean().nullable(),
  settle: z.enum(decisionKinds).nullable(),
  reach: z.enum(settlementReaches).nullable(),
  reply: z.string().nullable(),
  resolvedAt: z.string().nullable(),
  /** The resolver; shown to staff only. */
  resolvedBy: z.string().nullable(),
});
export type ContestedQuestion = z.output<typeof contestedQuestion>;

/** Technical facts about an exam, such as lost connections. */
export const technicalFacts = z.strictObject({
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  /** Answers that waited long in the browser because the connection was lost. */
  losses: z.array(z.strictObject({ at: z.string(), seconds: count, question: z.int().nullable() })),
  /** When the exam was loaded again, and on which computer. */
  takeovers: z.array(z.strictObject({ at: z.string(), computer: z.int().nullable() })),
  late: z.array(z.strictObject({ at: z.string(), question: z.int().nullable(), answers: z.string() })),
  credited: z.array(z.strictObject({ at: z.string(), minutes: z.int() })),
  recordings: count,
});
export type TechnicalFacts = z.output<typeof technicalFacts>;

export const contest = z.strictObject({
  ...contestRow.shape,
  /** The text as a whole; of a technical complaint null for holders, who do not resolve it. */
  comment: z.string().nullable(),
  /** The facts at the time of filing; null unless it is technical, and for holders. */
  facts: technicalFacts.nullable(),
  /** Listed here; a row of the list has their number. */
  questions: z.array(contestedQuestion),
  gradeBefore: z.number().nullable(),
  gradeAfter: z.number().nullable(),
  /** Whether the viewer filed it. */
  isOwn: z.boolean(),
  mayReopen: z.boolean(),
  /** Whether the viewer marked the student as a relative. */
  isRelative: z.boolean(),
  /** Others who did, whose marks an administrator can take away; for administrators only. */
  relativeOf: z.array(z.strictObject({ userId: z.int(), name: z.string() })),
});
export type Contest = z.output<typeof contest>;

export const readContest = defineCall({
  method: 'GET',
  path: 'examContests/:id',
  summary: 'Get a contestation with its questions and their outcome',
  access: 'signedIn',
  params: byId,
  response: contest,
  refusals: ['resource.notFound'],
});
