import { z } from 'zod';
import { type ErrorCode, errors, type FieldProblem, maxProblems, problem } from '#domain/errors.ts';

type PlainCode = 'validation.text' | 'validation.number' | 'validation.integer' | 'validation.boolean';

const isCode = (text: string): text is ErrorCode => Object.hasOwn(errors, text);

const typeProblems: Readonly<Record<string, PlainCode>> = {
  string: 'validation.text',
  number: 'validation.number',
  int: 'validation.integer',
  boolean: 'validation.boolean',
};

// Findings do not include the input, so a missing value is detected here, where the input is available.
z.config({
  customError: (issue) =>
    issue.code === 'invalid_type' && (issue.input === undefined || issue.input === null)
      ? 'validation.required'
      : undefined,
});

/**
 * Maps a schema finding to our catalogue. A schema may give the code as its message; otherwise the kind of the finding
 * decides.
 */
function problemsOf(issue: z.core.$ZodIssue): FieldProblem[] {
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .slice(0, maxProblems)
      .map((key) => problem([...issue.path, key].join('.'), 'validation.unknownField'));
  }
  if (isCode(issue.message)) {
    const params = issue.code === 'custom' ? (issue.params as FieldProblem['params'] | undefined) : undefined;
    return [{ path, error: issue.message, params: params ?? {} }];
  }
  switch (issue.code) {
    case 'invalid_type':
      return [problem(path, typeProblems[issue.expected] ?? 'validation.failed')];
    case 'too_small':
      return issue.origin === 'string'
        ? [problem(path, 'validation.tooShort', { min: Number(issue.minimum) })]
        : // Numbers above a bound are whole here: the least accepted value is one more.
          [
            problem(path, 'validation.min', {
              min: Number(issue.minimum) + (issue.inclusive === false ? 1 : 0),
            }),
          ];
    case 'too_big':
      return issue.origin === 'string'
        ? [problem(path, 'validation.tooLong', { max: Number(issue.maximum) })]
        : [problem(path, 'validation.max', { max: Number(issue.maximum) })];
    case 'invalid_value':
      return [problem(path, 'validation.choice')];
    default:
      return [problem(path, 'validation.failed')];
  }
}

/** The wrong fields of a body as catalogue codes, at most `maxProblems` of them. */
export function problemsOfError(error: z.core.$ZodError): FieldProblem[] {
  return error.issues.slice(0, maxProblems).flatMap(problemsOf).slice(0, maxProblems);
}
