import { z } from 'zod';
import { contestReasons, longestComment, settleKinds } from '#domain/contestations/contestation.ts';
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
  .max(longestComment);

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
  /** Others who did, whose marks an administrator can take away; told to administrators only. */
  relativeOf: z.array(z.strictObject({ userId: z.int(), name: z.string() })),
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
