import type { CustomExamItem, DisciplineOffer, ExamDisciplines } from '#contract/custom-exams.ts';
import { type CustomExamPart, totalsOf } from '#domain/custom-exams/custom-exam.ts';

/** A number as typed; empty is not zero. */
export type NumberValue = number | '';

export type LineForm = {
  readonly pkDiscipline: number;
  readonly name: string;
  readonly code: string;
  readonly questions: NumberValue;
  readonly credits: NumberValue;
};

/** One graded part: a single discipline, or a named group. */
export type PartForm = {
  /** Stable identity while parts are reordered. */
  readonly key: number;
  /** Undefined for a single discipline. */
  readonly groupName: string | undefined;
  /** Empty leaves the share of simple questions to the structures. */
  readonly percentSimple: NumberValue;
  /** Credits of a group; empty means the sum of its disciplines. */
  readonly credits: NumberValue;
  readonly lines: readonly LineForm[];
};

export type ExamForm = {
  readonly examName: string;
  readonly collegeId: number | null;
  readonly sectionId: number | null;
  readonly year: number | null;
  readonly seriesIds: readonly number[];
  readonly examDuration: NumberValue;
  readonly parts: readonly PartForm[];
};

export const emptyForm: ExamForm = {
  examName: '',
  collegeId: null,
  sectionId: null,
  year: null,
  seriesIds: [],
  examDuration: '',
  parts: [],
};

export const typed = (value: number | null): NumberValue => value ?? '';
export const numbered = (value: NumberValue) => (value === '' ? null : value);

/** Turns the stored exam into a form. */
export function formOf(item: CustomExamItem): ExamForm {
  const line = (
    discipline: CustomExamItem['integrativeGroups'][number]['disciplines'][number],
  ): LineForm => ({
    pkDiscipline: discipline.pkDiscipline,
    name: discipline.disciplineName,
    code: discipline.disciplineCode,
    questions: discipline.questions,
    credits: typed(discipline.credits),
  });
  const groups = item.integrativeGroups.map((group) => ({
    key: group.position,
    groupName: group.groupName,
    percentSimple: typed(group.percentSimple),
    credits: typed(group.ownCredits),
    lines: group.disciplines.map(line),
  }));
  const alone = item.sumativeDisciplines.map((discipline) => ({
    key: discipline.position,
    groupName: undefined,
    percentSimple: typed(discipline.percentSimple),
    credits: '' as NumberValue,
    lines: [line(discipline)],
  }));
  return {
    examName: item.examName,
    collegeId: item.collegeId,
    sectionId: item.sectionId,
    year: item.year,
    seriesIds: item.seriesIds,
    examDuration: item.examDuration,
    parts: [...groups, ...alone].toSorted((a, b) => a.key - b.key),
  };
}

/**
 * A copy for another session; disciplines taught again in a later year are replaced by that year's. Percents stay only
 * where they may be set.
 */
export function copyOf(
  form: ExamForm,
  examName: string,
  { disciplines: offers, mayEditPercent }: ExamDisciplines,
): ExamForm {
  const latest = new Map<string, DisciplineOffer>();
  for (const offer of offers) {
    const known = latest.get(offer.disciplineCode);
    if (!known || offer.universityYear > known.universityYear) latest.set(offer.disciplineCode, offer);
  }
  return {
    ...form,
    examName,
    parts: form.parts.map((part) => ({
      ...part,
      percentSimple: mayEditPercent ? part.percentSimple : '',
      lines: part.lines.map((line) => {
        const offer = latest.get(line.code);
        return offer ? { ...line, pkDiscipline: offer.pkDiscipline, name: offer.disciplineName } : line;
      }),
    })),
  };
}

const disciplineOf = ({ pkDiscipline, questions, credits }: LineForm) => ({
  pkDiscipline,
  questions: questions || 0,
  credits: numbered(credits),
});

/** Turns the form into a request body. */
export function draftOf(form: ExamForm, version?: number) {
  const placed = form.parts.map((part, index) => ({ part, position: index + 1 }));
  return {
    examName: form.examName.trim(),
    collegeId: form.collegeId ?? 0,
    sectionId: form.sectionId ?? 0,
    year: form.year ?? 0,
    seriesIds: [...form.seriesIds],
    examDuration: form.examDuration || 0,
    integrativeGroups: placed.flatMap(({ part, position }) =>
      part.groupName === undefined
        ? []
        : [
            {
              groupName: part.groupName,
              percentSimple: numbered(part.percentSimple),
              credits: numbered(part.credits),
              position,
              disciplines: part.lines.map(disciplineOf),
            },
          ],
    ),
    sumativeDisciplines: placed.flatMap(({ part, position }) =>
      part.groupName === undefined
        ? part.lines.map((line) => ({
            ...disciplineOf(line),
            percentSimple: numbered(part.percentSimple),
            position,
          }))
        : [],
    ),
    ...(version !== undefined && { version }),
  };
}

const partOf = ({ groupName, credits, percentSimple, lines }: PartForm): CustomExamPart => ({
  groupName,
  credits: groupName === undefined ? null : numbered(credits),
  percentSimple: numbered(percentSimple),
  disciplines: lines.map(({ pkDiscipline, questions, credits: own }) => ({
    disciplineId: pkDiscipline,
    questions: questions || 0,
    credits: numbered(own),
  })),
});

export const sumsOf = (form: ExamForm) => totalsOf(form.parts.map(partOf));

export const usedIn = ({ parts }: ExamForm): ReadonlySet<number> =>
  new Set(parts.flatMap(({ lines }) => lines.map(({ pkDiscipline }) => pkDiscipline)));

export const isSame = (one: ExamForm, other: ExamForm) =>
  JSON.stringify(draftOf(one)) === JSON.stringify(draftOf(other));
