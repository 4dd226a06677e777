import type { DisciplineOffer } from '#contract/custom-exams.ts';
import { choicesOf, supplyProblems } from '#domain/custom-exams/bank-demand.ts';
import { type FieldProblem, problem } from '#domain/errors.ts';
import { type ExamForm, numbered, type PartForm } from './exam-form.ts';

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
