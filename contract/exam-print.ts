import { z } from 'zod';
import { questionKinds } from '#domain/question-bank/question-kind.ts';
import { defineCall } from './call.ts';
import { givenId } from './common.ts';

/** The maximum number of papers per response; the page requests more. */
const maxPapers = 10;

const ids = z.array(givenId).max(maxPapers).default([]);

const answer = z.strictObject({
  text: z.string(),
  image: z.string().nullable(),
  /** By the key in force; null unless the key is printed. */
  isCorrect: z.boolean().nullable(),
  /** A settlement removed it; only with the key. */
  isRemoved: z.boolean(),
  /** Null unless the given answers are printed, as always for a running sitting. */
  isTicked: z.boolean().nullable(),
});
const question = z.strictObject({
  number: z.int(),
  kind: z.enum(questionKinds),
  text: z.string(),
  image: z.string().nullable(),
  points: z.number(),
  /** The question of the bank, for the correlation list. */
  questionId: z.int(),
  version: z.int(),
  chapterCode: z.string(),
  templateNumber: z.int().nullable(),
  /** What a settlement changed about its key; only with the key. */
  settled: z.enum(['key', 'fullPoints']).nullable(),
  answers: z.array(answer),
});
const paper = z.strictObject({
  /** The machine-readable code: the kind of paper and its number. */
  code: z.string(),
  examName: z.string(),
  sessionName: z.string(),
  durationMinutes: z.int(),
  templateNumber: z.int().nullable(),
  /** Null on a template. */
  sitting: z
    .strictObject({
      groupId: z.int(),
      appointmentId: z.int(),
      studentName: z.string(),
      matricol: z.string(),
      series: z.string(),
      date: z.string(),
      startsAt: z.string(),
      room: z.string(),
      building: z.string(),
      row: z.int(),
      seat: z.int(),
      state: z.enum(['waiting', 'running', 'finished']),
    })
    .nullable(),
  exams: z.array(z.strictObject({ index: z.int(), name: z.string(), questions: z.array(question) })),
});
export type PrintedPaper = z.output<typeof paper>;

export const examPrint = defineCall({
  method: 'POST',
  path: 'examPrint',
  summary:
    'Get papers to print, of appointments and of templates, with or without key and given answers. What is printed without key no longer changes; for templates that could still be changed `freeze` confirms it. Every print is in the audit log',
  access: 'exam.print',
  body: z.strictObject({
    appointments: ids,
    templates: ids,
    key: z.boolean().default(false),
    ticks: z.boolean().default(false),
    freeze: z.boolean().default(false),
  }),
  response: z.strictObject({
    papers: z.array(paper),
    /** Appointments whose paper is not drawn yet. */
    withoutPaper: z.array(z.int()),
  }),
  workload: 'export',
  refusals: ['template.printFreezes'],
});
