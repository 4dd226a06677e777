import { z } from 'zod';
import { copyOutcomes } from '#domain/university-years/year-copy.ts';
import { defineCall } from './call.ts';
import { byId, count, givenId, page, rowId } from './common.ts';
import { searched } from './listing.ts';

const years = { fromYearId: rowId, toYearId: rowId };

const yearDiscipline = z.strictObject({
  id: z.int(),
  code: z.string(),
  description: z.string(),
  collegeName: z.string(),
  sectionName: z.string(),
  year: z.int(),
  semester: z.int(),
  holderNames: z.string(),
  chapters: count,
  questions: count,
  outcome: z.enum(copyOutcomes),
  /** How many questions and chapters would be copied, and whether the structure would. */
  newQuestions: count,
  newChapters: count,
  /** Chapters that are not copied: removed in the new year, or another one there has their code. */
  leftChapters: count,
  newStructure: z.boolean(),
});
export type YearDiscipline = z.output<typeof yearDiscipline>;

export const listYearDisciplines = defineCall({
  method: 'GET',
  path: 'yearCopies/disciplines',
  summary: 'List the disciplines of a university year and the effect of copying them into another one',
  access: 'year.manage',
  query: z.object({ ...years, search: searched, ...page() }),
  response: z.array(yearDiscipline),
  list: true,
  workload: 'list',
  refusals: [],
});

const yearSeries = z.strictObject({
  id: z.int(),
  collegeName: z.string(),
  sectionName: z.string(),
  code: z.string(),
  name: z.string(),
  year: z.int(),
  /** Students who would move; those already moved into this university year are not counted. */
  students: count,
  /** Those of them with an appointment to come. */
  booked: count,
  /** Whether the series a year higher exists; otherwise it is created. */
  hasNext: z.boolean(),
});
export type YearSeries = z.output<typeof yearSeries>;

export const listYearSeries = defineCall({
  method: 'GET',
  path: 'yearCopies/series',
  summary: 'List the series whose students can move up a year of study in a university year',
  access: 'year.manage',
  query: z.object({ toYearId: rowId, search: searched, ...page() }),
  response: z.array(yearSeries),
  list: true,
  workload: 'list',
  refusals: [],
});

const seriesStudent = z.strictObject({
  id: z.int(),
  lastName: z.string(),
  firstName: z.string(),
  nrMatricol: z.string().nullable(),
  email: z.string(),
});
export type SeriesStudent = z.output<typeof seriesStudent>;

export const listMovingStudents = defineCall({
  method: 'GET',
  path: 'yearCopies/students',
  summary: 'List the students of a series who have not moved into a university year yet',
  access: 'year.manage',
  query: z.object({ toYearId: rowId, seriesId: rowId, search: searched, ...page() }),
  response: z.array(seriesStudent),
  list: true,
  workload: 'list',
  refusals: [],
});

const yearCopy = z.strictObject({
  id: z.int(),
  fromYearId: z.int(),
  toYearId: z.int(),
  madeBy: z.string(),
  madeAt: z.string(),
  finishedAt: z.string().nullable(),
  counts: z.strictObject({
    disciplines: count,
    disciplinesDone: count,
    /** Disciplines not copied because the new year has another one with their code. */
    taken: count,
    questions: count,
    /** Chapters left out: removed in the new year, or another one there has their code. */
    leftChapters: count,
    students: count,
    studentsDone: count,
    moved: count,
  }),
});
export type YearCopy = z.output<typeof yearCopy>;

export const startYearCopy = defineCall({
  method: 'POST',
  path: 'yearCopies',
  summary:
    'Copy disciplines into another university year and move students up, in the background; repeating it duplicates nothing',
  access: 'year.manage',
  bodyKilobytes: 512,
  body: z.strictObject({
    fromYearId: givenId,
    toYearId: givenId,
    /** Which disciplines are copied: all but these, or none. */
    disciplines: z.strictObject({ except: z.array(givenId).max(10_000) }).nullable(),
    /** The series whose students move up, all but those who repeat the year. */
    series: z.array(z.strictObject({ id: givenId, except: z.array(givenId).max(10_000) })).max(1000),
  }),
  response: yearCopy,
  status: 201,
  refusals: ['yearCopy.nothingChosen', 'yearCopy.notLater'],
});

export const readYearCopy = defineCall({
  method: 'GET',
  path: 'yearCopies/:id',
  summary: 'Get the progress of a year copy',
  access: 'year.manage',
  params: byId,
  response: yearCopy,
  refusals: ['resource.notFound'],
});

export const listYearCopies = defineCall({
  method: 'GET',
  path: 'yearCopies',
  summary: 'List the copies made from a university year, newest first',
  access: 'year.manage',
  query: z.object({ fromYearId: rowId, ...page() }),
  response: z.array(yearCopy),
  list: true,
  workload: 'list',
  refusals: [],
});
