import { z } from 'zod';
import { lastStudyYear } from '#domain/calendar/study-years.ts';
import type { CustomExam, CustomExamPart } from '#domain/custom-exams/custom-exam.ts';
import { givenId } from './common.ts';

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
export const customExamDraft = z
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
