import type { FieldError, Resolver } from 'react-hook-form';
import { type Draft, draftSchema } from '#contract/draft.ts';
import type { Entity } from '#contract/entity.ts';
import { problemsOfError } from '#contract/problems.ts';
import { spanProblems } from '#contract/spans.ts';
import type { FieldProblem } from '#domain/errors.ts';
import { textOfCode } from '#web/base/error-text.ts';
import type { EntityHooks } from './entity-hooks.ts';
import { draftInput, type FormValues } from './form-values.ts';

/** The parsed value of one field; undefined when the field itself is invalid. */
function valueAlone(entity: Entity, name: string, input: FormValues): unknown {
  const field = entity.fields[name];
  if (!field) return undefined;
  const alone = { ...entity, fields: { [name]: field }, computed: {} };
  const parsed = draftSchema(alone).safeParse({ [name]: input[name] });
  return parsed.success ? parsed.data[name] : undefined;
}

/** The problems of spans whose start and end are both valid. */
function readableSpans(entity: Entity, input: FormValues): readonly FieldProblem[] {
  const ends = Object.entries(entity.fields).flatMap(([name, { from }]) => (from ? [from, name] : []));
  return spanProblems(
    entity,
    Object.fromEntries(ends.map((name) => [name, valueAlone(entity, name, input)])),
  );
}

/** The problems in the feedback on fields whose value is valid by itself. */
function feedbackProblems(
  entity: Entity,
  input: FormValues,
  feedback: EntityHooks['feedback'] = {},
): FieldProblem[] {
  return Object.entries(feedback).flatMap(([name, feedbackOn]) => {
    const value = valueAlone(entity, name, input);
    const found = value === undefined || value === null ? undefined : feedbackOn(value);
    return typeof found === 'string' ? [] : (found ?? []);
  });
}

/** Validates the form like the server: the draft it would accept, or the problems it would report. */
function judgeForm(
  entity: Entity,
  values: FormValues,
  { feedback, check }: EntityHooks,
): { readonly draft: Draft; readonly problems: readonly FieldProblem[] } {
  const input = draftInput(entity, values);
  const parsed = draftSchema(entity).safeParse(input);
  const ofFields = [...feedbackProblems(entity, input, feedback), ...readableSpans(entity, input)];
  if (!parsed.success) return { draft: {}, problems: [...problemsOfError(parsed.error), ...ofFields] };
  return { draft: parsed.data, problems: [...ofFields, ...(check?.(parsed.data) ?? [])] };
}

/** A problem as a form error: its code and its text in the current language. */
function fieldError(problem: FieldProblem): FieldError {
  return { type: problem.error, message: textOfCode(problem.error, problem.params) };
}

/** Validates a form with the server's schema; shows only the first problem of a field. */
export function draftResolver(entity: Entity, hooks: EntityHooks): Resolver<FormValues, unknown, Draft> {
  return (values) => {
    const { draft, problems } = judgeForm(entity, values, hooks);
    if (problems.length === 0) return { values: draft, errors: {} };
    const errors: Record<string, FieldError> = {};
    for (const problem of problems) {
      const [name = ''] = problem.path.split('.');
      errors[name] ??= fieldError(problem);
    }
    return { values: {}, errors };
  };
}
