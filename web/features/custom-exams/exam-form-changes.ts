import type { DisciplineOffer } from '#contract/custom-exams.ts';
import { type ExamForm, type LineForm, type PartForm, typed } from './exam-form.ts';

const nextKey = ({ parts }: ExamForm) => Math.max(0, ...parts.map(({ key }) => key)) + 1;

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
