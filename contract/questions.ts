import { z } from 'zod';
import { lastStudyYear } from '#domain/calendar/study-years.ts';
import { maxAnswers } from '#domain/question-bank/question-draft.ts';
import { questionKinds } from '#domain/question-bank/question-kind.ts';
import { defineCall } from './call.ts';
import {
  byId,
  count,
  descending,
  givenId,
  highestId,
  page,
  rowId,
  selectedIds,
  selectionOutcome,
  withReturned,
} from './common.ts';

/** The name of an uploaded image: random, so that it reveals nothing. */
const imageName = z.uuid();
const unwritable = /[^\P{Cc}\n\t]/gu;
/** Normalized text: uniform line ends, composed letters, no characters that pages cannot show. */
const written = () =>
  z
    .string()
    .overwrite((value) => value.replaceAll('\r\n', '\n').replace(unwritable, '').normalize('NFC'))
    .trim();
const text = written().min(1, 'validation.required').max(10_000);
const reference = written().max(500);

/** An answer as entered, with its bibliography reference. */
const answerDraft = z.strictObject({
  text,
  image: imageName.nullish(),
  isCorrect: z.boolean(),
  referenceTitle: reference.nullish(),
  referencePage: written().max(50).nullish(),
});

const storedDraft = z.strictObject({
  chapterId: givenId,
  text,
  image: imageName.nullish(),
  points: z.number().min(0.01).max(1000).multipleOf(0.01).default(10),
  examOnly: z.boolean().default(false),
  answers: z.array(answerDraft).max(maxAnswers),
  /** The version that was open for editing. If another user saved a newer one, the draft is refused, not lost. */
  version: z.int().positive().optional(),
});
/** A question with the maximum number of answers of maximum length, in three-byte letters. */
const draftKilobytes = 1024;

/** An answer as the bank stores it. */
export const storedAnswer = z.strictObject({
  text: z.string(),
  image: z.string().nullable(),
  isCorrect: z.boolean(),
  referenceTitle: z.string().nullable(),
  referencePage: z.string().nullable(),
});

const question = z.strictObject({
  id: z.int(),
  chapterId: z.int(),
  chapterDescription: z.string(),
  pkDiscipline: z.int(),
  disciplineDescription: z.string(),
  text: z.string(),
  image: z.string().nullable(),
  points: z.number(),
  examOnly: z.boolean(),
  /** Fewer than five correct and five false answers: imported from a file and served only as it is. */
  incomplete: z.boolean(),
  version: z.int(),
  mayEdit: z.boolean(),
  answers: z.array(storedAnswer),
});
export type Question = z.output<typeof question>;

const questionDraft = withReturned(storedDraft, question);
export type QuestionDraft = z.output<typeof questionDraft>;

const questionRow = z.strictObject({
  id: z.int(),
  chapterId: z.int(),
  chapterCode: z.string(),
  chapterDescription: z.string(),
  pkDiscipline: z.int(),
  disciplineDescription: z.string(),
  text: z.string(),
  points: z.number(),
  correctCount: count,
  wrongCount: count,
  incomplete: z.boolean(),
  examOnly: z.boolean(),
  hasImage: z.boolean(),
  version: z.int(),
  changedAt: z.string(),
  changedBy: z.string().nullable(),
  mayEdit: z.boolean(),
});
export type QuestionRow = z.output<typeof questionRow>;

export const questionVersion = z.strictObject({
  number: z.int(),
  writtenAt: z.string(),
  writtenBy: z.string().nullable(),
  text: z.string(),
  image: z.string().nullable(),
  points: z.number(),
  answers: z.array(storedAnswer),
});
export type QuestionVersion = z.output<typeof questionVersion>;

/** 0 in the screen's path means that nothing is selected. */
const chosen = z.coerce.number().int().min(0).max(highestId).optional();

export const listQuestions = defineCall({
  method: 'GET',
  path: 'questions',
  summary: 'List the questions visible to the teacher',
  access: 'question.read',
  query: z.object({
    pkCollege: chosen,
    pkSection: chosen,
    pkDiscipline: chosen,
    year: z.coerce.number().int().min(0).max(lastStudyYear).optional(),
    chapterId: chosen,
    search: written().max(200).optional(),
    ...page(),
    sort: z.enum(['id', 'text', 'chapter', 'changedAt']).default('id'),
    desc: descending,
  }),
  response: z.array(questionRow),
  list: true,
  workload: 'list',
  refusals: [],
});

export const readQuestion = defineCall({
  method: 'GET',
  path: 'questions/:id',
  summary: 'Get a question with its answers and key',
  access: 'question.read',
  params: byId,
  response: question,
  refusals: ['resource.notFound'],
});

export const createQuestion = defineCall({
  method: 'POST',
  path: 'questions',
  summary: 'Add a question to a chapter',
  access: 'question.write',
  body: questionDraft,
  bodyKilobytes: draftKilobytes,
  response: question,
  status: 201,
  refusals: [],
});

export const replaceQuestion = defineCall({
  method: 'PUT',
  path: 'questions/:id',
  summary: 'Write a new version of a question; exams keep the version they served',
  access: 'question.write',
  params: byId,
  body: questionDraft,
  bodyKilobytes: draftKilobytes,
  response: question,
  refusals: ['resource.notFound', 'question.changed', 'question.staysInDiscipline'],
});

export const removeQuestion = defineCall({
  method: 'DELETE',
  path: 'questions/:id',
  summary: 'Remove a question from the bank; served versions stay in history',
  access: 'question.write',
  params: byId,
  refusals: ['resource.notFound'],
});

export const changeSelected = defineCall({
  method: 'POST',
  path: 'questions/changeSelected',
  summary:
    'Move several questions to a chapter, or reserve them for exams; the response lists those that stay and why',
  access: 'question.write',
  body: z
    .strictObject({ ids: selectedIds, chapterId: givenId.optional(), examOnly: z.boolean().optional() })
    .refine(({ chapterId, examOnly }) => chapterId !== undefined || examOnly !== undefined, {
      path: ['chapterId'],
      error: 'validation.required',
    }),
  response: selectionOutcome,
  refusals: ['resource.notFound'],
});

export const questionHistory = defineCall({
  method: 'GET',
  path: 'questions/:id/history',
  summary: 'List all versions of a question, newest first, with author and time',
  access: 'question.read',
  params: byId,
  response: z.array(questionVersion),
  refusals: ['resource.notFound'],
});

export const similarQuestions = defineCall({
  method: 'GET',
  path: 'questions/similar',
  summary: 'List similar questions of the same discipline',
  access: 'question.read',
  query: z.object({ chapterId: rowId, text: written().min(1).max(2000), except: rowId.optional() }),
  response: z.array(z.strictObject({ id: z.int(), text: z.string(), similarity: z.number() })),
  workload: 'list',
  refusals: ['resource.notFound'],
});

/** A question as a student sees it; nothing in it reveals the correct answer. */
export const servedQuestion = z.strictObject({
  id: z.int(),
  index: z.int(),
  question: z.strictObject({
    id: z.int(),
    text: z.string(),
    points: z.number(),
    attachmentName: z.string().nullable(),
  }),
  answerType: z.enum(questionKinds),
  answerExams: z.array(
    z.strictObject({
      id: z.int(),
      isChecked: z.boolean(),
      answer: z.strictObject({ description: z.string(), answerAttachment: z.string().nullable() }),
    }),
  ),
});
export type ServedQuestion = z.output<typeof servedQuestion>;

const seed = z.string().max(100).default('1');

export const previewQuestion = defineCall({
  method: 'GET',
  path: 'questions/:id/preview',
  summary: 'Preview a question as a student sees it, drawn as a kind from a seed',
  access: 'question.read',
  params: byId,
  query: z.object({ kind: z.enum(questionKinds).default('multiple'), seed }),
  response: servedQuestion,
  refusals: ['resource.notFound', 'question.notServable'],
});

export const previewPaper = defineCall({
  method: 'GET',
  path: 'disciplines/:id/samplePaper',
  summary: 'Preview a sample exam of a discipline as a student sees it, drawn from a seed',
  access: 'question.read',
  params: byId,
  query: z.object({ seed }),
  response: z.strictObject({ durationMinutes: z.int(), questions: z.array(servedQuestion) }),
  refusals: ['resource.notFound', 'structure.missing', 'structure.notServable'],
});

export const questionLimits = defineCall({
  method: 'GET',
  path: 'questionLimits',
  summary: 'Get how many answers a served question shows, for the preview while editing',
  access: 'question.read',
  response: z.strictObject({ maxAnswers: z.int(), minComplex: z.int(), maxComplex: z.int() }),
  refusals: [],
});
