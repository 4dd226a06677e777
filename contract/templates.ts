import { z } from 'zod';
import { maxTemplates } from '#domain/exam-structure/template-papers.ts';
import { questionKinds } from '#domain/question-bank/question-kind.ts';
import { defineCall } from './call.ts';
import { byId, count, descending, givenId, overriding, page, rowId } from './common.ts';
import { exportFile } from './crud-calls.ts';
import { fileChoice, searched } from './listing.ts';

const run = z.strictObject({
  id: z.int(),
  wanted: count,
  made: count,
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  /** The code of the refusal that stopped it. */
  problem: z.string().nullable(),
  madeAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type TemplateRun = z.output<typeof run>;

const shared = z.strictObject({ one: z.int(), other: z.int(), shared: count, share: z.number() });

const template = z.strictObject({
  groupId: z.int(),
  number: z.int(),
  randomize: z.boolean(),
  questions: count,
  madeAt: z.string(),
  /** Sittings made from it, both begun and waiting. */
  begun: count,
  waiting: count,
  /** Those of the waiting whose papers are printed. */
  printed: count,
  /** Whether it was printed itself, without a name. */
  isPrinted: z.boolean(),
  /** Questions changed in or removed from the bank since. */
  outdated: count,
  /** Whether it asks what the exam asks now; students get no other. */
  matchesExam: z.boolean(),
  /** The template with which it shares most questions. */
  nearest: shared.nullable(),
});
export type Template = z.output<typeof template>;

const ofSession = z.object({ examCustomId: rowId, sessionId: rowId });
export const ofTemplate = z.strictObject({ groupId: rowId, sessionId: rowId });

const templateOrder = {
  sort: z.enum(['number', 'questions', 'begun', 'waiting', 'outdated', 'randomize', 'madeAt']).optional(),
  desc: descending,
};

export const listTemplates = defineCall({
  method: 'GET',
  path: 'templateExams',
  summary: 'List the templates of a custom exam in a session',
  access: 'template.manage',
  query: z.object({ ...ofSession.shape, ...templateOrder, ...page() }),
  response: z.array(template),
  list: true,
  workload: 'list',
  refusals: ['resource.notFound'],
});

export const exportTemplates = defineCall({
  method: 'GET',
  path: 'templateExams/export',
  summary: 'Export the list of templates of a custom exam in a session',
  access: 'template.manage',
  query: z.object({ ...ofSession.shape, ...templateOrder, ...fileChoice }),
  file: exportFile,
  workload: 'export',
  refusals: ['resource.notFound'],
});

export const templateOverview = defineCall({
  method: 'GET',
  path: 'templateExams/overview',
  summary:
    'Get the latest generation of templates of a custom exam in a session, and how much all of them overlap',
  access: 'template.manage',
  query: ofSession,
  response: z.strictObject({
    examName: z.string(),
    sessionName: z.string(),
    /** Whether students of the session get templates. */
    pregenerated: z.boolean(),
    run: run.nullable(),
    templates: count,
    /** Those that no longer match what the exam asks; students get none of them. */
    obsolete: count,
    /** Templates that can be changed and have questions changed in or removed from the bank since. */
    outdated: count,
    overlap: z.strictObject({ mean: z.number(), worst: shared.nullable() }),
  }),
  refusals: ['resource.notFound'],
});
export type TemplateOverview = z.output<typeof templateOverview.response>;

const templateChanges = ['edit', 'remove', 'generate'] as const;
export type TemplateChange = (typeof templateChanges)[number];

export const templatePapers = defineCall({
  method: 'GET',
  path: 'templateExams/papers',
  summary: 'Get the waiting papers that a change of templates draws again, and until when they are frozen',
  access: 'template.manage',
  query: ofSession.extend({
    change: z.enum(templateChanges),
    /** The template that is edited or removed. */
    groupId: rowId.optional(),
  }),
  response: z.strictObject({
    frozen: z.strictObject({ session: z.string(), until: z.string() }).nullable(),
    papers: count,
    /** Waiting papers that stay, because they are printed. */
    printed: count,
    /** The first students by start time. */
    students: z.array(z.strictObject({ studentName: z.string(), startsAt: z.string() })),
  }),
  refusals: ['resource.notFound'],
});
export type TemplatePapers = z.output<typeof templatePapers.response>;

export const generateTemplates = defineCall({
  method: 'POST',
  path: 'templateExams',
  summary:
    'Generate templates in the background; in a session that uses them all waiting papers of the exam are then drawn again',
  access: 'template.manage',
  query: overriding,
  body: z.strictObject({
    examCustomId: givenId,
    sessionId: givenId,
    count: z.int('validation.integer').min(1).max(maxTemplates),
    /** Whether each sitting shows questions and answers in its own order. */
    randomize: z.boolean(),
  }),
  response: run,
  status: 201,
  refusals: [
    'resource.notFound',
    'template.frozen',
    'template.running',
    'template.tooMany',
    'structure.missing',
    'structure.notServable',
  ],
});

export const cancelTemplates = defineCall({
  method: 'POST',
  path: 'templateExams/runs/:id/cancel',
  summary: 'Stop a generation; the templates made so far stay',
  access: 'template.manage',
  params: byId,
  response: run,
  refusals: ['resource.notFound'],
});

const answer = z.strictObject({
  text: z.string(),
  image: z.string().nullable(),
  /** By the key that scores the exams made from the template: the served one, or as corrected since. */
  isCorrect: z.boolean(),
  /** By the key of the served version. */
  wasCorrect: z.boolean(),
  /** Whether it no longer counts. */
  isRemoved: z.boolean(),
  /** Its position in the bank, from 1. */
  original: z.int(),
});
const question = z.strictObject({
  position: z.int(),
  /** The question and version of the bank. */
  questionId: z.int(),
  version: z.int(),
  /** Whether the bank still has this version. */
  isCurrent: z.boolean(),
  /** Whether the bank has a newer version of it. */
  canRenew: z.boolean(),
  chapterId: z.int(),
  chapterCode: z.string(),
  chapterDescription: z.string(),
  disciplineDescription: z.string(),
  kind: z.enum(questionKinds),
  text: z.string(),
  image: z.string().nullable(),
  points: z.number(),
  /** Whether a settlement for the template or its session changed the key. */
  isSettled: z.boolean(),
  answers: z.array(answer),
});
export type TemplateQuestion = z.output<typeof question>;

const wholeTemplate = z.strictObject({
  groupId: z.int(),
  sessionId: z.int(),
  examCustomId: z.int(),
  number: z.int(),
  version: z.int(),
  randomize: z.boolean(),
  examName: z.string(),
  sessionName: z.string(),
  begun: count,
  waiting: count,
  printed: count,
  /** Whether it was printed itself, without a name. */
  isPrinted: z.boolean(),
  /** Whether it asks what the exam asks now; students get no other. */
  matchesExam: z.boolean(),
  exams: z.array(z.strictObject({ index: z.int(), name: z.string(), questions: z.array(question) })),
});
export type WholeTemplate = z.output<typeof wholeTemplate>;

export const readTemplate = defineCall({
  method: 'GET',
  path: 'templateExams/:groupId/:sessionId',
  summary: 'Get a template with its questions, answers and key',
  access: 'template.manage',
  params: ofTemplate,
  response: wholeTemplate,
  refusals: ['resource.notFound'],
});

export const editTemplate = defineCall({
  method: 'PUT',
  path: 'templateExams/:groupId/:sessionId',
  summary:
    'Reorder the questions of a template or replace some, also by their newer version; waiting papers made from it are drawn again',
  access: 'template.manage',
  params: ofTemplate,
  query: overriding,
  body: z.strictObject({
    version: z.int().positive(),
    exams: z
      .array(
        z.strictObject({
          index: z.int().min(1).max(100),
          questions: z
            .array(z.strictObject({ from: z.int().min(1).max(999), questionId: givenId.optional() }))
            .min(1)
            .max(999),
        }),
      )
      .min(1)
      .max(100),
  }),
  response: wholeTemplate,
  refusals: [
    'resource.notFound',
    'template.begun',
    'template.changed',
    'template.frozen',
    'template.printed',
    'template.unfit',
    'validation.failed',
  ],
});

export const removeTemplate = defineCall({
  method: 'DELETE',
  path: 'templateExams/:groupId/:sessionId',
  summary:
    'Delete a template that nobody has begun and no printed paper was made from; all waiting papers of the exam and session are drawn again',
  access: 'template.manage',
  params: ofTemplate,
  query: overriding,
  refusals: ['resource.notFound', 'template.begun', 'template.frozen', 'template.printed'],
});

export const templateReplacements = defineCall({
  method: 'GET',
  path: 'templateExams/:groupId/:sessionId/replacements',
  summary:
    'List questions of the same chapter that can replace one of a template, with its own newer version',
  access: 'template.manage',
  params: ofTemplate,
  query: z.object({
    index: rowId,
    position: rowId,
    search: searched,
    ...page(100),
  }),
  list: true,
  response: z.array(z.strictObject({ id: z.int(), text: z.string(), uses: count })),
  workload: 'list',
  refusals: ['resource.notFound'],
});
