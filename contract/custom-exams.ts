import { z } from 'zod';
import { lastStudyYear } from '#domain/calendar/study-years.ts';
import { questionKinds } from '#domain/question-bank/question-kind.ts';
import { defineCall } from './call.ts';
import { byId, count, descending, overriding, page, rowId } from './common.ts';
import { exportFile } from './crud-calls.ts';
import { customExamDraft } from './custom-exam-draft.ts';
import { chosenColumns, fileChoice, searched } from './listing.ts';

const disciplineItem = {
  pkDiscipline: z.int(),
  disciplineCode: z.string(),
  disciplineName: z.string(),
  questions: count,
  credits: z.number().nullable(),
};
const share = { percentSimple: z.int().nullable(), percentComplex: z.int().nullable(), position: z.int() };

const customExam = z.strictObject({
  id: z.int(),
  version: z.int(),
  examName: z.string(),
  collegeId: z.int(),
  collegeName: z.string(),
  sectionId: z.int(),
  sectionName: z.string(),
  seriesIds: z.array(z.int()),
  seriesNames: z.array(z.string()),
  year: z.int(),
  /** Totals over all parts. */
  questions: count,
  credits: z.number(),
  examDuration: z.int(),
  futureAppointmentsCount: count,
  integrativeGroups: z.array(
    z.strictObject({
      groupName: z.string(),
      questions: count,
      credits: z.number(),
      /** The credits of the group itself; null where they are the sum over its disciplines. */
      ownCredits: z.number().nullable(),
      ...share,
      disciplines: z.array(z.strictObject(disciplineItem)),
    }),
  ),
  sumativeDisciplines: z.array(z.strictObject({ ...disciplineItem, ...share })),
  /** Until when the questions are frozen, and for which session; null while they are not. */
  frozen: z.strictObject({ session: z.string(), until: z.string() }).nullable(),
  changedAt: z.string(),
  changedBy: z.string().nullable(),
});
export type CustomExamItem = z.output<typeof customExam>;

const listed = {
  search: searched,
  collegeId: rowId.optional(),
  sectionId: rowId.optional(),
  seriesId: rowId.optional(),
  year: z.coerce.number().int().min(1).max(lastStudyYear).optional(),
  sort: z
    .enum([
      'id',
      'examName',
      'collegeName',
      'sectionName',
      'year',
      'questions',
      'examDuration',
      'futureAppointmentsCount',
      'changedAt',
    ])
    .default('examName'),
  desc: descending,
};
const listQuery = z.object({ ...listed, ...page() });
export type CustomExamQuery = z.output<typeof listQuery>;

/** The columns of an export, in its order. */
const customExamColumns = [
  'id',
  'examName',
  'collegeName',
  'sectionName',
  'seriesNames',
  'year',
  'questions',
  'credits',
  'examDuration',
  'futureAppointmentsCount',
] as const;
export type CustomExamColumn = (typeof customExamColumns)[number];

const bankRefusals = ['customExam.notFound'] as const;
const changeRefusals = [
  'customExam.notFound',
  'customExam.changed',
  'customExam.frozen',
  'customExam.keyOpened',
  'customExam.partSat',
  'customExam.slotTooShort',
  'customExam.cohortBooked',
  'resource.inUse',
  'template.printed',
] as const;

/** The calls of custom exams under one of their two names. */
const callsAt = <const P extends string>(path: P) => ({
  list: defineCall({
    method: 'GET',
    path,
    summary: 'List custom exams: those in scope for staff, those a student can book now',
    access: 'customExam.read',
    query: listQuery,
    response: z.array(customExam),
    list: true,
    workload: 'list',
    refusals: [],
  }),
  exported: defineCall({
    method: 'GET',
    path: `${path}/export`,
    summary: 'Export the custom exams of the list',
    access: 'customExam.read',
    query: z.object({ ...listed, ...fileChoice, columns: chosenColumns(customExamColumns) }),
    file: exportFile,
    workload: 'export',
    refusals: [],
  }),
  read: defineCall({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Get a custom exam',
    access: 'customExam.read',
    params: byId,
    response: customExam,
    refusals: bankRefusals,
  }),
  create: defineCall({
    method: 'POST',
    path,
    summary: 'Create a custom exam',
    access: 'customExam.manage',
    body: customExamDraft,
    response: customExam,
    status: 201,
    refusals: [],
  }),
  replace: defineCall({
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Change a custom exam; waiting papers are drawn again only if their questions are affected',
    access: 'customExam.manage',
    params: byId,
    query: overriding,
    body: customExamDraft,
    response: customExam,
    refusals: changeRefusals,
  }),
  remove: defineCall({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete a custom exam without appointments',
    access: 'customExam.manage',
    params: byId,
    refusals: ['customExam.notFound', 'customExam.hasAppointments'],
  }),
});

export const examCustom = callsAt('examCustom');
export const getExamCustom = callsAt('getExamCustom');

const chapterSupply = z.strictObject({
  chapterId: z.int(),
  chapter: z.string(),
  questions: count,
  percentSimple: count,
  available: count,
  simple: count,
  multiple: count,
  either: count,
});
const disciplineSupply = z.strictObject({
  pkDiscipline: z.int(),
  disciplineCode: z.string(),
  disciplineName: z.string(),
  universityYear: z.string(),
  year: z.int(),
  semester: z.int(),
  /** The question count and duration of its structure, as initial values; null without a structure. */
  questions: z.int().nullable(),
  examDuration: z.int().nullable(),
  chapters: z.array(chapterSupply),
});
export type DisciplineOffer = z.output<typeof disciplineSupply>;

export const examDisciplines = defineCall({
  method: 'GET',
  path: 'examCustom/disciplines',
  summary: 'List the disciplines of a section that an exam can include, with what their banks can serve',
  access: 'customExam.manage',
  query: z.object({ sectionId: rowId }),
  response: z.strictObject({
    /** Whether the section and college allow percents here. */
    mayEditPercent: z.boolean(),
    disciplines: z.array(disciplineSupply),
  }),
  refusals: ['resource.notFound'],
});
export type ExamDisciplines = z.output<typeof examDisciplines.response>;

export const examSample = defineCall({
  method: 'POST',
  path: 'examCustom/sample',
  summary:
    'Preview the outline of a paper as a student would get it: kinds, chapters and points, without questions',
  access: 'customExam.manage',
  body: customExamDraft,
  response: z.array(
    z.strictObject({
      name: z.string(),
      questions: z.array(
        z.strictObject({
          disciplineName: z.string(),
          chapter: z.string(),
          kind: z.enum(questionKinds),
          points: z.number(),
        }),
      ),
    }),
  ),
  refusals: ['structure.notServable', 'structure.missing'],
});
export type SamplePart = z.output<typeof examSample.response>[number];

export const examImpact = defineCall({
  method: 'POST',
  path: 'examCustom/:id/impact',
  summary: 'Preview saving a draft: what is frozen, and which papers would be drawn again',
  access: 'customExam.manage',
  params: byId,
  body: customExamDraft,
  response: z.strictObject({
    changes: z.array(z.enum(['disciplines', 'order', 'counts', 'percents', 'duration'])),
    frozen: z.strictObject({ session: z.string(), until: z.string() }).nullable(),
    papers: count,
    /** Templates that would no longer match the exam and be given to nobody. */
    templates: count,
    /** Waiting papers that stay, because they are printed. */
    printed: count,
    /** The first students by start time. */
    students: z.array(
      z.strictObject({ studentName: z.string(), startsAt: z.string(), examRoom: z.string() }),
    ),
  }),
  refusals: bankRefusals,
});
export type ExamImpact = z.output<typeof examImpact.response>;
