import type { FieldError, Resolver } from 'react-hook-form';
import { type Draft, draftSchema } from '#contract/draft.ts';
import type { Entity } from '#contract/entity.ts';
import { problemsOfError } from '#contract/problems.ts';
import type { FieldProblem } from '#domain/errors.ts';
import { textOfCode } from '#web/app/error-text.ts';
import { draftInput, type FormValues } from './form-values.ts';
import type { Opening } from './openings.ts';

/** What the server would say about the form's values: the draft it would take, or the problems it would name. */
export function judgeForm(
  entity: Entity,
  values: FormValues,
  check: Opening['check'],
): { readonly draft: Draft; readonly problems: readonly FieldProblem[] } {
  const parsed = draftSchema(entity).safeParse(draftInput(entity, values));
  if (!parsed.success) return { draft: {}, problems: problemsOfError(parsed.error) };
  return { draft: parsed.data, problems: check?.(parsed.data) ?? [] };
}

/** A problem as the form keeps it: the code, and its words in the current language. */
export function fieldError(problem: FieldProblem): FieldError {
  return { type: problem.error, message: textOfCode(problem.error, problem.params) };
}

/** Judges a form with the same schema as the server; only the first problem of a field is shown. */
export function draftResolver(entity: Entity, check: Opening['check']): Resolver<FormValues, unknown, Draft> {
  return (values) => {
    const { draft, problems } = judgeForm(entity, values, check);
    if (problems.length === 0) return { values: draft, errors: {} };
    const errors: Record<string, FieldError> = {};
    for (const problem of problems) {
      const [name = ''] = problem.path.split('.');
      errors[name] ??= fieldError(problem);
    }
    return { values: {}, errors };
  };
}
