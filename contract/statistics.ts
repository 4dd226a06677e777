import { z } from 'zod';
import { scoringModes } from '#domain/scoring/score-question.ts';
import { itemFlagKinds } from '#domain/statistics/item-flags.ts';
import { questionFigures } from '#domain/statistics/question-figures.ts';
import { defineCall } from './call.ts';
import { byId, count, descending, flag, givenId, page, rowId } from './common.ts';
import { exportFile } from './crud-calls.ts';
import { fileChoice, searched } from './listing.ts';

const part = z.strictObject({ id: z.int(), name: z.string() });

const groupUse = z.strictObject({ shown: count, ticked: count });
const answerUse = z.strictObject({
  text: z.string(),
  isCorrect: z.boolean(),
  shown: count,
  /** By all, and among the best and the worst 27 %; null when fewer than `fewest` were shown it. */
  ticked: count.nullable(),
  upper: groupUse.nullable(),
  lower: groupUse.nullable(),
});

export const questionStatistics = z.strictObject({
  questionId: z.int(),
  versionId: z.int(),
  version: z.int(),
  text: z.string(),
  /** The number of exams behind the figures. */
  served: count,
  omitted: count,
  /** Null below `fewest`. */
  difficulty: z.number().nullable(),
  discrimination: z.number().nullable(),
  upperLower: z.number().nullable(),
  /** The mean time spent on it, in seconds; null below `fewest` known times. */
  seconds: z.number().nullable(),
  /** How often and when last this version was served, including practice. */
  exposure: count,
  lastServed: z.string().nullable(),
  answers: z.array(answerUse),
  flags: z.array(z.strictObject({ kind: z.enum(itemFlagKinds), answer: z.int().nullable() })),
});
export type QuestionStatistics = z.output<typeof questionStatistics>;

/** A bar of a distribution. */
export const bin = z.strictObject({ from: z.number(), to: z.number(), count });

const statistics = z.strictObject({
  examName: z.string(),
  /** Empty for a discipline. */
  parts: z.array(part),
  partId: z.int().nullable(),
  /** Below this number of exams a question gets no figures. */
  fewest: count,
  /** Only the questions of the viewer's own disciplines. */
  isPartial: z.boolean(),
  papersDiffer: z.boolean(),
  sittings: count,
  mean: z.number().nullable(),
  maxPoints: z.number().nullable(),
  /** A grade belongs to the whole exam: null, and no distribution, when partial. */
  meanGrade: z.number().nullable(),
  /** Null below `fewest` exams, as deviation, reliability and standard error. */
  passRate: z.number().nullable(),
  deviation: z.number().nullable(),
  reliability: z.number().nullable(),
  standardError: z.number().nullable(),
  scoringMode: z.enum(scoringModes).nullable(),
  /** The number of grades from each whole grade up to the next. */
  distribution: z.array(bin),
  /** The number of scores in each tenth of the possible points, in percent. */
  scores: z.array(bin),
  /** A page of the questions; the number of all, and of those to look at. */
  questions: z.array(questionStatistics),
  questionCount: count,
  flaggedCount: count,
});
export type ExamStatistics = z.output<typeof statistics>;

const questionColumns = [
  'questionId',
  ...questionFigures,
] as const satisfies readonly (keyof QuestionStatistics)[];
export type QuestionColumn = (typeof questionColumns)[number];

/** Which questions are listed, by default in the order of their ids. */
const questionPage = {
  ...page(100),
  sort: z.enum(questionColumns).optional(),
  desc: descending,
  onlyFlagged: flag(),
};
export type QuestionPage = z.output<z.ZodObject<typeof questionPage>>;

const cohort = { examCustomId: rowId, sessionId: rowId.optional(), partId: rowId.optional() };

export const examStatistics = defineCall({
  method: 'GET',
  path: 'statistics/exams',
  summary:
    'Get statistics of a part of a custom exam, in one session or in all: distribution, reliability, and each question version over those who were served it',
  access: 'statistics.read',
  query: z.object({ ...cohort, ...questionPage }),
  response: statistics,
  workload: 'export',
  refusals: ['resource.notFound', 'statistics.takesSame'],
});

/** A question that was served in a cohort. */
const servedQuestion = z.strictObject({ questionId: z.int(), text: z.string() });
export type ServedQuestion = z.output<typeof servedQuestion>;

export const servedQuestions = defineCall({
  method: 'GET',
  path: 'statistics/exams/questions',
  summary: 'List the questions that were served in a part of a custom exam, searched by number or text',
  access: 'statistics.read',
  query: z.object({ ...cohort, search: searched, ...page(100) }),
  response: z.array(servedQuestion),
  list: true,
  workload: 'list',
  refusals: ['resource.notFound', 'statistics.takesSame'],
});

const table = z.enum(['questions', 'answers', 'figures', 'distribution', 'scores']).default('questions');
export type StatisticsTable = z.output<typeof table>;

export const exportStatistics = defineCall({
  method: 'GET',
  path: 'statistics/exams/export',
  summary:
    'Export the figures of the exam, of each question or of its answers, or the distribution of grades or scores',
  access: 'statistics.read',
  query: z.object({ ...cohort, ...fileChoice, table }),
  file: exportFile,
  workload: 'export',
  refusals: ['resource.notFound', 'statistics.takesSame'],
});

export const disciplineStatistics = defineCall({
  method: 'GET',
  path: 'statistics/disciplines/:id',
  summary:
    'Get the same statistics over the questions of a discipline in all exams that include it, in one session or in all',
  access: 'statistics.read',
  params: byId,
  query: z.object({ sessionId: rowId.optional(), ...questionPage }),
  response: statistics,
  workload: 'export',
  refusals: ['resource.notFound', 'statistics.takesSame'],
});

export const exportDisciplineStatistics = defineCall({
  method: 'GET',
  path: 'statistics/disciplines/:id/export',
  summary: 'Export the same tables for a discipline',
  access: 'statistics.read',
  params: byId,
  query: z.object({ sessionId: rowId.optional(), ...fileChoice, table }),
  file: exportFile,
  workload: 'export',
  refusals: ['resource.notFound', 'statistics.takesSame'],
});

const questionYear = z.strictObject({
  /** The university year of the discipline. */
  year: z.string(),
  /** The question of that year: the same one, or a copy. */
  questionId: z.int(),
  /** The number of exams behind the figures; below `fewest` they are null. */
  served: count,
  omitted: count,
  difficulty: z.number().nullable(),
  discrimination: z.number().nullable(),
  upperLower: z.number().nullable(),
  /** How often and when last it was served, including practice. */
  exposure: count,
  lastServed: z.string().nullable(),
});
export type QuestionYear = z.output<typeof questionYear>;

export const questionYears = defineCall({
  method: 'GET',
  path: 'statistics/questions/:id',
  summary:
    'Get the statistics of a question by university year, with the questions it was copied from and to, oldest first',
  access: 'statistics.read',
  params: byId,
  response: z.strictObject({ fewest: count, years: z.array(questionYear) }),
  workload: 'export',
  refusals: ['resource.notFound', 'statistics.takesSame'],
});

export const exportQuestionYears = defineCall({
  method: 'GET',
  path: 'statistics/questions/:id/export',
  summary: 'Export a question over the university years',
  access: 'statistics.read',
  params: byId,
  query: z.object(fileChoice),
  file: exportFile,
  workload: 'export',
  refusals: ['resource.notFound', 'statistics.takesSame'],
});

const changedExam = z.strictObject({
  examId: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  numarMatricol: z.string().nullable(),
  oldScore: z.number(),
  newScore: z.number(),
  /** Null when the viewer sees only their own disciplines; the scores then cover these. */
  oldGrade: z.number().nullable(),
  newGrade: z.number().nullable(),
});
export type ChangedExam = z.output<typeof changedExam>;

const whatIfResult = z.strictObject({
  mode: z.enum(scoringModes).nullable(),
  isPartial: z.boolean(),
  sittings: count,
  /** Exams of the viewer or a relative, which are not previewed. */
  leftOut: count,
  /** Exams whose grade changes, or whose score changes where there are no grades. */
  changed: count,
  oldMean: z.number().nullable(),
  newMean: z.number().nullable(),
  oldPassed: count.nullable(),
  newPassed: count.nullable(),
  /** A page of the exams that change. */
  exams: z.array(changedExam),
});
export type WhatIfResult = z.output<typeof whatIfResult>;

const changedColumns = [
  'lastName',
  'numarMatricol',
  'oldScore',
  'newScore',
  'oldGrade',
  'newGrade',
] as const satisfies readonly (keyof ChangedExam)[];

export type ChangedColumn = (typeof changedColumns)[number];

/** Which of the exams that change are listed, by default by name. */
const changedPage = z.object({
  ...page(100),
  sort: z.enum(changedColumns).optional(),
  desc: descending,
});
export type ChangedPage = z.output<typeof changedPage>;

export const whatIf = defineCall({
  method: 'POST',
  path: 'statistics/whatIf',
  summary: 'Preview the score and grade of each exam under another scoring mode or without some questions',
  access: 'statistics.read',
  body: z.strictObject({
    examCustomId: givenId,
    sessionId: givenId.optional(),
    partId: givenId.optional(),
    mode: z.enum(scoringModes).optional(),
    withoutQuestions: z.array(givenId).max(1000).optional(),
  }),
  query: changedPage,
  response: whatIfResult,
  workload: 'export',
  refusals: ['resource.notFound', 'statistics.takesSame'],
});

const idsInQuery = z
  .string()
  .max(8000)
  .default('')
  .transform((list) => list.split(',').filter(Boolean).map(Number))
  .pipe(z.array(givenId).max(1000));

export const exportWhatIf = defineCall({
  method: 'GET',
  path: 'statistics/whatIf/export',
  summary:
    'Export the old and new score and grade of each exam; `withoutQuestions` is a comma-separated list of ids',
  access: 'statistics.read',
  query: z.object({
    ...cohort,
    ...fileChoice,
    mode: z.enum(scoringModes).optional(),
    withoutQuestions: idsInQuery,
  }),
  file: exportFile,
  workload: 'export',
  refusals: ['resource.notFound', 'statistics.takesSame'],
});
