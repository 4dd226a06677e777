import { type FieldProblem, problem } from '../errors.ts';

/** The teachers of a discipline, as entered. */
export type TeachingDraft = {
  readonly holders: readonly number[];
  readonly collaborators: readonly number[];
};

/** A teacher holds a discipline or collaborates in it, never both. */
export function teachingProblems({ holders, collaborators }: TeachingDraft): readonly FieldProblem[] {
  return collaborators.some((teacher) => holders.includes(teacher))
    ? [problem('collaborators', 'discipline.teacherTwice')]
    : [];
}
