import { z } from 'zod';
import { lastStudyYear } from '#domain/calendar/study-years.ts';
import { questionKinds } from '#domain/question-bank/question-kind.ts';
import { defineCall } from './call.ts';
import { byId, count, descending, flag, overriding, page, rowId, withReturned } from './common.ts';
import { searched } from './listing.ts';

const row = z.strictObject({
  id: z.int(),
  disciplineDescription: z.string(),
  universityYear: z.string(),
  collegeDescription: z.string(),
  sectionDescription: z.string(),
  calculatedSeriesNames: z.string(),
  disciplineCode: z.string(),
  year: z.int(),
  semester: z.int(),
  /** The number of questions in the bank. */
  questionCount: count,
  /** How many questions the exam asks; null without a structure. */
  examQuestions: z.int().nullable(),
  pkCollege: z.int(),
  pkSection: z.int(),
  mayEdit: z.boolean(),
});
export type DisciplineListRow = z.output<typeof row>;

export const disciplineList = defineCall({
  method: 'GET',
  path: 'disciplineList',
  summary: 'List the disciplines whose exam structure the caller may see',
  access: 'structure.read',
  query: z.object({
    search: searched,
    /** Only this discipline, or those of one college, section or year of study. */
    id: rowId.optional(),
    pkCollege: rowId.optional(),
    pkSection: rowId.optional(),
    year: z.coerce.number().int().min(1).max(lastStudyYear).optional(),
    /** Only those whose questions the caller may read and add to. */
    ownBank: flag(),
    /** Only those whose chapters the caller may edit and import into. */
    held: flag(),
    ...page(),
    sort: z
      .enum([
        'disciplineDescription',
        'disciplineCode',
        'universityYear',
        'collegeDescription',
        'sectionDescription',
        'year',
        'semester',
        'questionCount',
        'examQuestions',
      ])
      .default('disciplineDescription'),
    desc: descending,
  }),
  response: z.array(row),
  list: true,
  workload: 'list',
  refusals: [],
});

const chapter = z.strictObject({
  id: z.int(),
  code: z.string(),
  description: z.string(),
  examOnly: z.boolean(),
  totalQuestionCount: count,
  questions: count,
  percentSimple: count,
  percentComplex: count,
  countSimpleQuestions: count,
  countComplexQuestions: count,
});

const structure = z.strictObject({
  id: z.int(),
  pkCollege: z.int(),
  pkSection: z.int(),
  year: z.int(),
  disciplineDescription: z.string(),
  disciplineCode: z.string(),
  /** The number of questions in all chapters. */
  totalQuestions: count,
  questions: z.int().nullable(),
  examDuration: z.int().nullable(),
  automaticDistribution: z.boolean(),
  /** The sum of the manual counts. */
  manualQuestionCount: count,
  mayEdit: z.boolean(),
  mayEditPercent: z.boolean(),
  chapters: z.array(chapter),
});
export type Structure = z.output<typeof structure>;

const chapterDraft = z.strictObject({
  id: z.int().positive(),
  questions: z.int().min(0).max(10_000),
  percentSimple: z.int().min(0).max(100),
  percentComplex: z.int().min(0).max(100),
});

/** Zero and null are both "not given": the rules respond with their own message. */
const structureDraft = withReturned(
  z.strictObject({
    questions: z.int().min(0).max(10_000).nullable(),
    examDuration: z.int().min(0).max(10_000).nullable(),
    automaticDistribution: z.boolean(),
    chapters: z.array(withReturned(chapterDraft, chapter)).max(500),
  }),
  structure,
);
export type StructureDraft = z.output<typeof structureDraft>;

export const readStructure = defineCall({
  method: 'GET',
  path: 'disciplines/:id/structure',
  summary: 'Get the exam structure of a discipline',
  access: 'structure.read',
  params: byId,
  response: structure,
  refusals: ['resource.notFound'],
});

export const replaceStructure = defineCall({
  method: 'PUT',
  path: 'disciplines/:id/structure',
  summary: 'Save the exam structure of a discipline',
  access: 'structure.manage',
  params: byId,
  query: overriding,
  body: structureDraft,
  response: structure,
  refusals: ['resource.notFound', 'structure.frozen'],
});

export const structurePapers = defineCall({
  method: 'GET',
  path: 'disciplines/:id/structure/papers',
  summary:
    'Get the papers to be drawn again if the structure changes now, and the exam that freezes it; names are for administrators only',
  access: 'structure.manage',
  params: byId,
  response: z.strictObject({
    frozen: z.strictObject({ exam: z.string(), until: z.string() }).nullable(),
    papers: count,
    /** Templates of exams with the discipline that would be given to nobody. */
    templates: count,
    /** Waiting papers that stay, because they are printed. */
    printed: count,
    /** The first students by start time. */
    students: z.array(z.strictObject({ studentName: z.string(), startsAt: z.string() })),
  }),
  refusals: ['resource.notFound'],
});
export type StructurePapers = z.output<typeof structurePapers.response>;

const feasibility = z.strictObject({
  feasible: z.boolean(),
  shortages: z.array(
    z.strictObject({
      chapterId: z.int(),
      chapter: z.string(),
      of: z.enum([...questionKinds, 'either']),
      asked: count,
      available: count,
    }),
  ),
  /** A whole number of any length, as text; null when the bank cannot serve the structure. */
  distinctExams: z.string().nullable(),
  expectedOverlap: z.number().nullable(),
});
export type FeasibilityResponse = z.output<typeof feasibility>;

export const readFeasibility = defineCall({
  method: 'GET',
  path: 'disciplines/:id/feasibility',
  summary: 'Check whether the bank can serve the saved structure, what is missing, and how much exams differ',
  access: 'structure.read',
  params: byId,
  response: feasibility,
  refusals: ['resource.notFound', 'structure.missing'],
});

export const judgeFeasibilityOfDraft = defineCall({
  method: 'POST',
  path: 'disciplines/:id/feasibility',
  summary: 'Check the same for an unsaved structure',
  access: 'structure.manage',
  params: byId,
  body: structureDraft,
  response: feasibility,
  refusals: ['resource.notFound'],
});
