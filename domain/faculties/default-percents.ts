import { type FieldProblem, problem } from '../errors.ts';

/** The default shares of simple and multiple questions, in percent; each may be left open. */
export type DefaultPercents = {
  readonly defaultPSimpleQuestions: number | null;
  readonly defaultPMultipleQuestions: number | null;
};

/** Where both shares are set they make up the whole. */
export function percentProblems(percents: DefaultPercents): readonly FieldProblem[] {
  const { defaultPSimpleQuestions: simple, defaultPMultipleQuestions: multiple } = percents;
  return simple !== null && multiple !== null && simple + multiple !== 100
    ? [problem('defaultPMultipleQuestions', 'validation.percentSum')]
    : [];
}
