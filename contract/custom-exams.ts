import { z } from 'zod';
import { lastStudyYear } from '#domain/calendar/study-years.ts';
import type { CustomExam, CustomExamPart } from '#domain/custom-exams/custom-exam.ts';
import { questionKinds } from '#domain/question-bank/question-kind.ts';
import { defineCall } from './call.ts';
import { byId, count, descending, givenId, overriding, page, rowId } from './common.ts';

const ignored = z.unknown().optional();
const credits = z
  .number()
  .min(0)
  .max(999)
  .refine((value) => Math.abs(value * 10 - Math.round(value * 10)) < 1e-9, 'validation.number')
  .nullish();
const percent = z.int().min(0).max(100).nullish();
const position = z.int().min(1).max(1000).optional();
const percents = { percentSimple: percent, percentComplex: percent };

type Percents = {
  readonly percentSimple?: number | null | undefined;
  readonly percentComplex?: number | null | undefined;
};

/** The percents of a part add up to 100; one of them is enough. */
const addUp = ({ percentSimple, percentComplex }: Percents) =>
  percentSimple == null || percentComplex == null || percentSimple + percentComplex === 100;
const wrongPercents = { error: 'validation.percentSum', path: ['percentSimple'] };

const disciplineDraft = {
  pkDiscipline: givenId,
  questions: z.int().min(1).max(500),
  credits,
  disciplineCode: ignored,
  disciplineName: ignored,
};
const text = (max: number) =>
  z.string().trim().normalize('NFC').min(1, { error: 'validation.required', abort: true }).max(max);

const groupDraft = z
  .strictObject({
    groupName: text(200),
    credits,
    /** Where it is given, it counts instead of `credits`: an exam that was read can be sent back as it is. */
    ownCredits: credits,
    ...percents,
    position,
    questions: ignored,
    disciplines: z.array(z.strictObject(disciplineDraft)).min(1, 'validation.selectOne').max(50),
  })
  .refine(addUp, wrongPercents);
const summativeDraft = z
  .strictObject({ ...disciplineDraft, ...percents, position })
  .refine(addUp, wrongPercents);

/**
 * A custom exam as submitted. Parts are ordered by position; without positions, groups come first. Absent percents
 * follow the structures of the disciplines.
 */
const customExamDraft = z
  .strictObject({
    examName: text(200),
    collegeId: givenId,
    sectionId: givenId,
    seriesIds: z
      .array(givenId)
      .min(1, 'validation.selectOne')
      .max(200)
      .transform((ids) => [...new Set(ids)]),
    year: z.int().min(1).max(lastStudyYear),
    examDuration: z.int().min(1).max(1440),
    integrativeGroups: z.array(groupDraft).max(50).default([]),
    sumativeDisciplines: z.array(summativeDraft).max(50).default([]),
    /** The version that was open for editing. If another user saved a newer one, the draft is refused, not lost. */
    version: z.int().positive().optional(),
    id: ignored,
    collegeName: ignored,
    sectionName: ignored,
    seriesNames: ignored,
    questions: ignored,
    credits: ignored,
    futureAppointmentsCount: ignored,
    changedAt: ignored,
    changedBy: ignored,
    frozen: ignored,
  })
  .refine(
    ({ integrativeGroups, sumativeDisciplines }) => integrativeGroups.length + sumativeDisciplines.length > 0,
    {
      error: 'customExam.empty',
      path: ['sumativeDisciplines'],
    },
  );
export type CustomExamDraft = z.output<typeof customExamDraft>;

/** A part of a draft and its path in the body. */
export type DraftPart = CustomExamPart & { readonly path: string };

const simpleOf = ({ percentSimple, percentComplex }: Percents) =>
  percentSimple ?? (percentComplex == null ? null : 100 - percentComplex);
type DisciplineWire = { pkDiscipline: number; questions: number; credits?: number | null | undefined };
const disciplineOf = ({ pkDiscipline, questions, credits: given }: DisciplineWire) => ({
  disciplineId: pkDiscipline,
  questions,
  credits: given ?? null,
});

/** The parts of a draft in exam order. */
export function partsOf({
  integrativeGroups,
  sumativeDisciplines,
}: Pick<CustomExamDraft, 'integrativeGroups' | 'sumativeDisciplines'>): readonly DraftPart[] {
  const groups = integrativeGroups.map((group, index) => ({
    at: group.position,
    path: `integrativeGroups.${index}`,
    groupName: group.groupName,
    credits: (group.ownCredits === undefined ? group.credits : group.ownCredits) ?? null,
    percentSimple: simpleOf(group),
    disciplines: group.disciplines.map(disciplineOf),
  }));
  const alone = sumativeDisciplines.map((discipline, index) => ({
    at: discipline.position,
    path: `sumativeDisciplines.${index}`,
    groupName: undefined,
    credits: discipline.credits ?? null,
    percentSimple: simpleOf(discipline),
    disciplines: [disciplineOf(discipline)],
  }));
  return [...groups, ...alone]
    .toSorted((a, b) => (a.at ?? 10_000) - (b.at ?? 10_000))
    .map(({ at: _at, ...part }) => part);
}

export const customExamOf = (draft: CustomExamDraft): CustomExam => ({
  name: draft.examName,
  collegeId: draft.collegeId,
  sectionId: draft.sectionId,
  year: draft.year,
  seriesIds: draft.seriesIds,
  durationMinutes: draft.examDuration,
  parts: partsOf(draft).map(({ path: _path, ...part }) => part),
});

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

const listQuery = z.object({
  search: z.string().trim().normalize('NFC').max(200).optional(),
  collegeId: rowId.optional(),
  sectionId: rowId.optional(),
  seriesId: rowId.optional(),
  year: z.coerce.number().int().min(1).max(lastStudyYear).optional(),
  ...page(),
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
});
export type CustomExamQuery = z.output<typeof listQuery>;

const bankRefusals = ['customExam.notFound'] as const;
const changeRefusals = [
  'customExam.notFound',
  'customExam.changed',
  'customExam.frozen',
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
