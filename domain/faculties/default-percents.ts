import { type FieldProblem, problem } from '../errors.ts';

/** The default shares of simple and multiple questions, in percent; either may be left open. */
export type DefaultPercents = {
  readonly defaultPSimpleQuestions: number | null;
  readonly defaultPMultipleQuestions: number | null;
};

/** If both shares are set, they must add up to 100. */
export function percentProblems(percents: DefaultPercents): readonly FieldProblem[] {
  const { defaultPSimpleQuestions: simple, defaultPMultipleQuestions: multiple } = percents;
  return simple !== null && multiple !== null && simple + multiple !== 100
    ? [problem('defaultPMultipleQuestions', 'validation.percentSum')]
    : [];
}
