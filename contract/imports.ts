import { z } from 'zod';
import { findings } from '#domain/imports/findings.ts';
import { importKinds } from '#domain/imports/import-kind.ts';
import { writtenFileTypes } from '#domain/imports/imported-question.ts';
import { defineCall } from './call.ts';
import { byId, count, flag, givenId, languageChoice, page } from './common.ts';
import { exportFile } from './crud-calls.ts';
import { storedAnswer } from './questions.ts';
import { comparedSeries, studentCounts } from './student-imports.ts';

const lang = languageChoice.default('en');

/** The formats of question files, as named in calls. */
const questionFileFormats = ['xlsx', 'csv', 'moodle', 'gift', 'aiken', 'qti'] as const;
export type QuestionFileFormat = (typeof questionFileFormats)[number];
const chapterExportFormats = ['xlsx', 'csv', 'moodle', 'gift', 'aiken', 'qti21', 'qti30'] as const;
export type ChapterExportFormat = (typeof chapterExportFormats)[number];

/** Larger than real banks, small enough to hold in memory. */
export const importFileMegabytes = 20;

const finding = z.strictObject({
  code: z.enum(Object.keys(findings) as (keyof typeof findings)[]),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});

/**
 * reading: the file is being parsed; checking: a job checks the rows of a student file or the images of a question file; ready: under review, nothing is
 * saved; writing: a job writes; paused: waits to be resumed; done: written.
 */
const importStates = ['reading', 'checking', 'ready', 'writing', 'paused', 'done'] as const;
export type ImportState = (typeof importStates)[number];
/** rejected: cannot be imported; ready; waiting: queued; written; failed: could not be written after all. */
const importRowStates = ['rejected', 'ready', 'waiting', 'written', 'failed'] as const;
export type ImportRowState = (typeof importRowStates)[number];

const summary = z.strictObject({
  id: z.int(),
  kind: z.enum(importKinds),
  fileName: z.string(),
  format: z.enum(questionFileFormats),
  state: z.enum(importStates),
  madeAt: z.string(),
  madeBy: z.string(),
  finishedAt: z.string().nullable(),
  rows: count,
  written: count,
});
export type ImportSummary = z.output<typeof summary>;

const questionImport = summary.extend({
  kind: z.literal('questions'),
  encoding: z.string().nullable(),
  /** Findings about the whole file. */
  findings: z.array(finding),
  disciplineId: z.int().nullable(),
  chapterId: z.int().nullable(),
  byFileChapter: z.boolean(),
  counts: z.strictObject({
    rejected: count,
    importable: count,
    /** Rows with findings, including rejected ones. */
    withProblems: count,
    chosen: count,
    /** Selected rows that have a chapter: what the import button would write. */
    placed: count,
    /** Rows whose text the discipline already has. */
    duplicates: count,
    /** Rows whose file names a chapter. */
    withFileChapter: count,
    /** Rows whose images are not checked yet; they are not listed. */
    unchecked: count,
    waiting: count,
    failed: count,
  }),
});
export type QuestionImport = z.output<typeof questionImport>;

const studentImport = summary.extend({
  kind: z.literal('students'),
  encoding: z.string().nullable(),
  findings: z.array(finding),
  compared: comparedSeries,
  counts: studentCounts,
});
export type StudentImport = z.output<typeof studentImport>;

const wholeImport = z.discriminatedUnion('kind', [questionImport, studentImport]);
export type WholeImport = z.output<typeof wholeImport>;

const importRow = z.strictObject({
  position: z.int(),
  line: z.int().nullable(),
  label: z.string(),
  state: z.enum(importRowStates),
  chosen: z.boolean(),
  findings: z.array(finding),
  fileChapter: z.array(z.string()),
  chapterId: z.int().nullable(),
  chapterCode: z.string().nullable(),
  chapterDescription: z.string().nullable(),
  /** A question of the discipline with the same text. */
  duplicateOf: z.int().nullable(),
  /** The question it became. */
  questionId: z.int().nullable(),
  /** As it will be stored; absent when it cannot be. */
  question: z
    .strictObject({
      text: z.string(),
      image: z.string().nullable(),
      points: z.number(),
      answers: z.array(storedAnswer),
    })
    .nullable(),
});
export type ImportRow = z.output<typeof importRow>;

export const uploadQuestions = defineCall({
  method: 'POST',
  path: 'imports/questions',
  summary:
    'Upload a question file and validate its questions; the bank does not change yet. Responds when every question is stored and every image checked; with `background` within seconds, and when the server stops at once, while the check continues',
  access: 'question.import',
  upload: true,
  query: z.object({ format: z.enum(questionFileFormats).optional(), lang, background: flag() }),
  response: z.strictObject({
    importId: z.int(),
    format: z.enum(questionFileFormats),
    rows: count,
    /** Rows that cannot be imported. */
    problems: count,
  }),
  status: 201,
  refusals: ['import.refused', 'import.busy', 'request.tooLarge', 'request.malformed'],
});

const importPage = page(200);

export const listImports = defineCall({
  method: 'GET',
  path: 'imports',
  summary: 'List the caller’s own imports, or every import for administrators, newest first',
  access: 'question.import',
  query: z.object(importPage),
  response: z.array(summary),
  list: true,
  workload: 'list',
  refusals: [],
});

export const readImport = defineCall({
  method: 'GET',
  path: 'imports/:id',
  summary: 'Get an import with its progress and contents: one of the caller’s own, or any for administrators',
  access: 'question.import',
  params: byId,
  response: wholeImport,
  refusals: ['resource.notFound'],
});

const importProblemFilters = ['all', 'problems', 'rejected', 'duplicates'] as const;
export type ImportProblemFilter = (typeof importProblemFilters)[number];

export const listImportRows = defineCall({
  method: 'GET',
  path: 'imports/:id/rows',
  summary: 'List the rows of an import with their findings',
  access: 'question.import',
  params: byId,
  query: z.object({ ...importPage, problems: z.enum(importProblemFilters).default('all') }),
  response: z.array(importRow),
  list: true,
  workload: 'list',
  refusals: ['resource.notFound'],
});

export const changeImport = defineCall({
  method: 'PUT',
  path: 'imports/:id',
  summary: 'Choose the chapters and questions of an import; the bank does not change yet',
  access: 'question.import',
  params: byId,
  /** Absent fields stay unchanged. */
  body: z.strictObject({
    disciplineId: givenId.nullable().optional(),
    /** For all questions, or for those whose file names no chapter of the discipline; it also sets the discipline. */
    chapterId: givenId.nullable().optional(),
    byFileChapter: z.boolean().optional(),
    choose: z
      .union([
        z.strictObject({ kind: z.enum(['all', 'none', 'withoutDuplicates']) }),
        z.strictObject({
          kind: z.literal('rows'),
          positions: z.array(z.int().positive()).max(1000),
          chosen: z.boolean(),
        }),
      ])
      .optional(),
  }),
  response: questionImport,
  refusals: ['resource.notFound', 'import.started', 'import.checking'],
});

export const commitImport = defineCall({
  method: 'POST',
  path: 'imports/:id/commit',
  summary: 'Write the chosen rows in the background, or resume after a pause; idempotent',
  access: 'question.import',
  params: byId,
  response: wholeImport,
  refusals: ['resource.notFound', 'import.nothingChosen', 'import.checking'],
});

export const pauseImport = defineCall({
  method: 'POST',
  path: 'imports/:id/pause',
  summary: 'Pause writing after the current rows; committing again resumes',
  access: 'student.import',
  params: byId,
  response: wholeImport,
  refusals: ['resource.notFound'],
});

export const removeImport = defineCall({
  method: 'DELETE',
  path: 'imports/:id',
  summary: 'Delete an import, also one whose rows are being checked; questions it wrote stay in the bank',
  access: 'question.import',
  params: byId,
  refusals: ['resource.notFound', 'import.started'],
});

export const importReport = defineCall({
  method: 'GET',
  path: 'imports/:id/report',
  summary: 'Export the outcome of each row with its reason',
  access: 'question.import',
  params: byId,
  query: z.object({ format: z.enum(['xlsx', 'csv']).default('xlsx'), lang }),
  file: exportFile,
  workload: 'export',
  refusals: ['resource.notFound'],
});

export const importTemplate = defineCall({
  method: 'GET',
  path: 'imports/template',
  summary: 'Get an empty table of questions to fill in',
  access: 'question.read',
  query: z.object({ format: z.enum(['xlsx', 'csv']).default('xlsx'), lang }),
  file: exportFile,
  refusals: [],
});

export const exportChapter = defineCall({
  method: 'GET',
  path: 'chapters/:id/export',
  summary:
    'Export the questions of a chapter; X-Left-Out and X-Reduced count those the format cannot hold at all or completely',
  access: 'question.read',
  params: byId,
  query: z.object({ format: z.enum(chapterExportFormats).default('xlsx'), lang }),
  file: writtenFileTypes,
  workload: 'export',
  refusals: ['resource.notFound', 'request.tooLarge', 'import.busy'],
});
