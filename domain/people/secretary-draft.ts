import { type FieldProblem, problem } from '../errors.ts';

/** The assignment of a secretary, as entered. */
export type SecretaryDraft = {
  readonly section: number | null;
  readonly series: readonly number[];
  readonly year: number;
};

/**
 * Year 0 makes a general secretary, who needs no section or series; all others need both. Series are chosen within a
 * section, so they always require one.
 */
export function secretaryProblems({ section, series, year }: SecretaryDraft): readonly FieldProblem[] {
  const isGeneral = year === 0;
  return [
    ...(section === null && (!isGeneral || series.length > 0)
      ? [problem('section', 'validation.required')]
      : []),
    ...(series.length === 0 && !isGeneral ? [problem('series', 'validation.selectOne')] : []),
  ];
}
