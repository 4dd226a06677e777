import type { CustomExamItem, DisciplineOffer, ExamDisciplines } from '#contract/custom-exams.ts';
import { choicesOf, supplyProblems } from '#domain/custom-exams/bank-demand.ts';
import { type CustomExamPart, totalsOf } from '#domain/custom-exams/custom-exam.ts';
import { type FieldProblem, problem } from '#domain/errors.ts';

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

const typed = (value: number | null): NumberValue => value ?? '';
const numbered = (value: NumberValue) => (value === '' ? null : value);

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

const nextKey = ({ parts }: ExamForm) => Math.max(0, ...parts.map(({ key }) => key)) + 1;
export const usedIn = ({ parts }: ExamForm): ReadonlySet<number> =>
  new Set(parts.flatMap(({ lines }) => lines.map(({ pkDiscipline }) => pkDiscipline)));

const lineOf = (offer: DisciplineOffer): LineForm => ({
  pkDiscipline: offer.pkDiscipline,
  name: offer.disciplineName,
  code: offer.disciplineCode,
  questions: typed(offer.questions),
  credits: '',
});

/** Adds a discipline as its own part, or to the group with the given key; its structure gives the initial counts. */
export function withDiscipline(form: ExamForm, offer: DisciplineOffer, group?: number): ExamForm {
  const line = lineOf(offer);
  const parts =
    group === undefined
      ? [
          ...form.parts,
          {
            key: nextKey(form),
            groupName: undefined,
            percentSimple: '' as const,
            credits: '' as const,
            lines: [line],
          },
        ]
      : form.parts.map((part) => (part.key === group ? { ...part, lines: [...part.lines, line] } : part));
  // The first discipline also sets the duration.
  const examDuration = form.examDuration === '' ? typed(offer.examDuration) : form.examDuration;
  return { ...form, parts, examDuration };
}

/** Adds an empty group at the end. */
export const withGroup = (form: ExamForm, groupName: string): ExamForm => ({
  ...form,
  parts: [...form.parts, { key: nextKey(form), groupName, percentSimple: '', credits: '', lines: [] }],
});

export const withPart = (form: ExamForm, key: number, change: Partial<PartForm>): ExamForm => ({
  ...form,
  parts: form.parts.map((part) => (part.key === key ? { ...part, ...change } : part)),
});

export const withLine = (form: ExamForm, pkDiscipline: number, change: Partial<LineForm>): ExamForm => ({
  ...form,
  parts: form.parts.map((part) => ({
    ...part,
    lines: part.lines.map((line) => (line.pkDiscipline === pkDiscipline ? { ...line, ...change } : line)),
  })),
});

/** Removes a discipline, together with its part if it was alone; a group stays. */
export const withoutDiscipline = (form: ExamForm, pkDiscipline: number): ExamForm => ({
  ...form,
  parts: form.parts
    .map((part) => ({ ...part, lines: part.lines.filter((line) => line.pkDiscipline !== pkDiscipline) }))
    .filter((part) => part.groupName !== undefined || part.lines.length > 0),
});

export const withoutPart = (form: ExamForm, key: number): ExamForm => ({
  ...form,
  parts: form.parts.filter((part) => part.key !== key),
});

function moved<T>(all: readonly T[], from: number, to: number): readonly T[] {
  const next = [...all];
  const [one] = next.splice(from, 1);
  if (one === undefined) return all;
  next.splice(Math.max(0, Math.min(to, next.length)), 0, one);
  return next;
}

/** Moves a part to another position, clamped to the ends. */
export function withPartAt(form: ExamForm, key: number, index: number): ExamForm {
  const from = form.parts.findIndex((part) => part.key === key);
  return { ...form, parts: moved(form.parts, from, index) };
}

/** Moves a discipline within its group. */
export function withLineAt(form: ExamForm, key: number, pkDiscipline: number, index: number): ExamForm {
  return {
    ...form,
    parts: form.parts.map((part) =>
      part.key === key
        ? {
            ...part,
            lines: moved(
              part.lines,
              part.lines.findIndex((line) => line.pkDiscipline === pkDiscipline),
              index,
            ),
          }
        : part,
    ),
  };
}

/** Moves a discipline into a group, or out of one to the end as its own part. */
export function withDisciplineIn(form: ExamForm, pkDiscipline: number, group: number | undefined): ExamForm {
  const line = form.parts.flatMap(({ lines }) => lines).find((one) => one.pkDiscipline === pkDiscipline);
  if (!line) return form;
  const without = withoutDiscipline(form, pkDiscipline);
  if (group !== undefined)
    return withPart(without, group, {
      lines: [...(without.parts.find(({ key }) => key === group)?.lines ?? []), line],
    });
  const alone = { key: nextKey(form), groupName: undefined, percentSimple: '', credits: '', lines: [line] };
  return { ...without, parts: [...without.parts, alone as PartForm] };
}

/** The name that links a field to its problem. */
export const questionsField = (pkDiscipline: number) => `questions.${pkDiscipline}`;
export const groupField = (key: number) => `group.${key}`;

function partProblems(part: PartForm, offers: ReadonlyMap<number, DisciplineOffer>): readonly FieldProblem[] {
  const named = part.groupName === undefined || part.groupName.trim() !== '';
  return [
    ...(named ? [] : [problem(groupField(part.key), 'validation.required')]),
    ...(part.lines.length > 0 ? [] : [problem(groupField(part.key), 'validation.selectOne')]),
    ...part.lines.flatMap((line) => {
      const path = questionsField(line.pkDiscipline);
      if (!line.questions) return [problem(path, 'validation.nonZero')];
      const offer = offers.get(line.pkDiscipline);
      return offer
        ? supplyProblems(path, offer, {
            questions: line.questions,
            percentSimple: numbered(part.percentSimple),
          })
        : [problem(path, 'validation.reference')];
    }),
  ];
}

/**
 * What prevents the exam from being saved; the server applies the same rules. Counts are checked against the bank as
 * they are typed.
 */
export function problemsOf(
  form: ExamForm,
  offers: readonly DisciplineOffer[] | undefined,
): readonly FieldProblem[] {
  const known = new Map(offers?.map((offer) => [offer.pkDiscipline, offer]));
  return [
    ...(form.examName.trim() === '' ? [problem('examName', 'validation.required')] : []),
    ...(['collegeId', 'sectionId', 'year'] as const).flatMap((field) =>
      form[field] === null ? [problem(field, 'validation.required')] : [],
    ),
    ...(form.seriesIds.length === 0 ? [problem('seriesIds', 'validation.selectOne')] : []),
    ...(form.examDuration ? [] : [problem('examDuration', 'validation.nonZero')]),
    ...(form.parts.length === 0 ? [problem('parts', 'customExam.empty')] : []),
    ...(offers ? form.parts.flatMap((part) => partProblems(part, known)) : []),
  ];
}

/** How many different exams the banks of the section can serve; undefined while a line cannot be served. */
export function differentExams(
  form: ExamForm,
  offers: readonly DisciplineOffer[] | undefined,
): bigint | undefined {
  const known = new Map(offers?.map((offer) => [offer.pkDiscipline, offer]));
  let all = 1n;
  for (const { lines, percentSimple } of form.parts)
    for (const { pkDiscipline, questions } of lines) {
      const offer = known.get(pkDiscipline);
      if (!offer || !questions) return undefined;
      all *= choicesOf(offer, { questions, percentSimple: numbered(percentSimple) });
    }
  return form.parts.some(({ lines }) => lines.length > 0) && all > 0n ? all : undefined;
}

export const isSame = (one: ExamForm, other: ExamForm) =>
  JSON.stringify(draftOf(one)) === JSON.stringify(draftOf(other));
