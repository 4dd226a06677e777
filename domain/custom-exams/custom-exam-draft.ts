import { type FieldProblem, problem } from '../errors.ts';
import { type DisciplineSupply, supplyProblems } from './bank-demand.ts';
import type { CustomExamPart } from './custom-exam.ts';

/** A line of a draft: its path in the body and what it asks. */
export type DraftLine = {
  readonly path: string;
  readonly disciplineId: number;
  readonly questions: number;
  readonly percentSimple: number | null;
};

/**
 * What prevents the lines of an exam from being saved: a duplicate discipline, one outside the section, or more than
 * the bank can serve (DISC-8). Each problem is reported at its own field.
 */
export function lineProblems(
  lines: readonly DraftLine[],
  supplies: ReadonlyMap<number, DisciplineSupply>,
): readonly FieldProblem[] {
  const seen = new Set<number>();
  return lines.flatMap((line) => {
    if (seen.has(line.disciplineId))
      return [problem(`${line.path}.pkDiscipline`, 'customExam.disciplineTwice')];
    seen.add(line.disciplineId);
    const supply = supplies.get(line.disciplineId);
    return supply === undefined
      ? [problem(`${line.path}.pkDiscipline`, 'validation.reference')]
      : supplyProblems(`${line.path}.questions`, supply, line);
  });
}

const isSamePart = (old: CustomExamPart, part: CustomExamPart) =>
  (old.groupName === undefined) === (part.groupName === undefined) &&
  old.disciplines.some((one) =>
    part.disciplines.some(({ disciplineId }) => disciplineId === one.disciplineId),
  );

/**
 * Percents that may not be set because the section or college does not allow it (DISC-4). A part that keeps one of its
 * disciplines may keep its percents, and leaving them to the structures is always allowed.
 */
export function percentProblems(
  parts: readonly (CustomExamPart & { readonly path: string })[],
  existing: readonly CustomExamPart[],
  mayEditPercent: boolean,
): readonly FieldProblem[] {
  if (mayEditPercent) return [];
  const isUnchanged = (part: CustomExamPart) =>
    part.percentSimple == null ||
    existing.some((old) => isSamePart(old, part) && old.percentSimple === part.percentSimple);
  return parts.flatMap((part) =>
    isUnchanged(part) ? [] : [problem(`${part.path}.percentSimple`, 'structure.percentLocked')],
  );
}
