import { z } from 'zod';
import { questionKinds } from '#domain/question-bank/question-kind.ts';
import { defineCall } from './call.ts';
import { byId, count, givenId, reason } from './common.ts';

/** The ticks of each question in order, as bits of the answers shown. */
const ticks = z.array(z.int().min(0).max(0x3fffffff)).max(999);
/** The numbers of the questions whose answer is crossed out without another one, from 1. Any other blank keeps the answer given at the computer. */
const cleared = z.array(z.int().min(1).max(999)).max(999);

const enteredExam = z.strictObject({
  examId: z.int(),
  name: z.string(),
  /** The student handed it in at a computer: it is not entered. */
  isHandedIn: z.boolean(),
  questions: z.array(
    z.strictObject({
      kind: z.enum(questionKinds),
      options: z.int(),
      /** Answered at the computer: a blank on the paper keeps that answer. */
      isAnswered: z.boolean(),
    }),
  ),
  /** The viewer's entry; null before. */
  own: z.strictObject({ ticks, cleared }).nullable(),
  /** Whether the viewer and another person have entered it. */
  isReadTwice: z.boolean(),
  /** The numbers of the questions on which the entries differ, from 1. */
  differences: z.array(z.int()),
});

const paperEntry = z.strictObject({
  groupId: z.int(),
  examName: z.string(),
  studentName: z.string(),
  numarMatricol: z.string().nullable(),
  /** How many people have entered the paper. */
  people: count,
  /** Whether both entries agree and the ticks are stored. */
  isStored: z.boolean(),
  /** Why the viewer cannot enter it now; null when it can be entered. `paper.reasonNeeded`: with a reason. */
  refusal: z
    .enum(['paper.tooEarly', 'paper.notPrinted', 'paper.tooLate', 'paper.keyOpen', 'paper.reasonNeeded'])
    .nullable(),
  /** Why the entries cannot be discarded: nobody could enter the paper again. */
  discardRefusal: z.enum(['paper.tooLate', 'paper.handedIn']).nullable(),
  exams: z.array(enteredExam),
});
export type PaperEntry = z.output<typeof paperEntry>;

export const readPaperEntry = defineCall({
  method: 'GET',
  path: 'paperEntries/:id',
  summary:
    'Get what was entered from the paper of a sitting: the caller’s own ticks, and where the other person’s differ',
  access: 'paper.enter',
  params: byId,
  response: paperEntry,
  refusals: ['resource.notFound'],
});

export const enterPaper = defineCall({
  method: 'PUT',
  path: 'paperEntries/:id',
  summary:
    'Enter the ticks of the paper of a sitting; when two people have entered the same, they are stored as saves and the exams end',
  access: 'paper.enter',
  params: byId,
  body: z.strictObject({
    exams: z
      .array(z.strictObject({ examId: givenId, ticks, cleared: cleared.default([]) }))
      .min(1, 'validation.required')
      .max(50),
    /** Why it is entered although its key can be known. */
    reason: reason.optional(),
  }),
  response: paperEntry,
  refusals: [
    'resource.notFound',
    'sitting.annulled',
    'paper.concerned',
    'paper.examTwice',
    'paper.handedIn',
    'paper.keyOpen',
    'paper.notPrinted',
    'paper.reasonNeeded',
    'paper.seqUsedUp',
    'paper.stored',
    'paper.tooEarly',
    'paper.tooLate',
    'paper.twoOthers',
    'validation.failed',
  ],
});

export const discardPaperEntries = defineCall({
  method: 'POST',
  path: 'paperEntries/:id/discard',
  summary:
    'Discard what was entered from the paper of a sitting, with a reason, so that two people can enter it again; refused when nobody could. Stored answers stay until then',
  access: 'paper.discard',
  params: byId,
  body: z.strictObject({ reason }),
  response: paperEntry,
  refusals: [
    'resource.notFound',
    'sitting.annulled',
    'paper.concerned',
    'paper.handedIn',
    'paper.notEntered',
    'paper.tooLate',
  ],
});
