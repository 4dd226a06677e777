import type { Entity } from '#contract/entity.ts';
import type { ErrorCode, ErrorParams } from '#domain/errors.ts';
import { ApiError, type ApiProblem } from '#web/base/api-error.ts';
import { textOfCode } from '#web/base/error-text.ts';
import type { Labels } from './labels.ts';

/** The server names fields and entities by their wire names; users see labels. */
function wordedParams(entity: Entity, params: ErrorParams, labels: Labels): ErrorParams {
  const { field, by } = params;
  return {
    ...params,
    ...(typeof field === 'string' && field in entity.fields ? { field: labels.field(entity, field) } : {}),
    ...(typeof by === 'string' ? { by: labels.manyNamed(by)?.toLocaleLowerCase() ?? by } : {}),
  };
}

const textOf = (entity: Entity, code: ErrorCode, params: ErrorParams, labels: Labels) =>
  textOfCode(code, wordedParams(entity, params, labels));

export type FormRefusal = {
  /** Problems of fields in the form. */
  readonly atFields: ReadonlyArray<{
    readonly name: string;
    readonly code: ErrorCode;
    readonly text: string;
  }>;
  /** All other messages. */
  readonly others: readonly string[];
};

/** Sorts a refusal into field errors and general messages. */
export function refusedBy(
  error: unknown,
  entity: Entity,
  shownFields: readonly string[],
  labels: Labels,
): FormRefusal {
  if (!(error instanceof ApiError)) return { atFields: [], others: [textOfCode('server.failed')] };
  const { field } = error.params;
  const problems: readonly ApiProblem[] =
    error.errors.length === 0 && typeof field === 'string'
      ? [{ path: field, error: error.code, params: error.params }]
      : error.errors;
  if (problems.length === 0)
    return { atFields: [], others: [textOf(entity, error.code, error.params, labels)] };

  const worded = problems.map((problem) => ({
    name: problem.path.split('.')[0] ?? '',
    code: problem.error,
    text: textOf(entity, problem.error, problem.params, labels),
  }));
  const isShown = ({ name }: { name: string }) => shownFields.includes(name);
  return {
    atFields: worded.filter(isShown),
    others: worded.filter((problem) => !isShown(problem)).map((problem) => problem.text),
  };
}
