import type { FieldProblem } from '#domain/errors.ts';
import { ApiError } from '#web/base/api-error.ts';
import { textOfCode, textsOfError } from '#web/base/error-text.ts';
import { type QuestionForm, writtenAnswers } from './question-form.ts';

/** Where a problem is shown: a field of the question, or an answer line. */
export type ProblemField = 'chapterId' | 'text' | 'image' | 'points' | `answer.${number}`;

const fields: readonly string[] = ['chapterId', 'text', 'image', 'points'] satisfies ProblemField[];

/** The spot of a path such as `answers.3.text`, whose index skips blank lines; undefined for the form as a whole. */
function spotOf(path: string, form: QuestionForm): ProblemField | undefined {
  if (fields.includes(path)) return path as ProblemField;
  const index = /^answers\.(\d+)/.exec(path)?.[1];
  const line = index === undefined ? undefined : writtenAnswers(form)[Number(index)];
  return line && `answer.${line.key}`;
}

export type ProblemsByField = {
  readonly at: ReadonlyMap<ProblemField, string>;
  /** Problems that belong to no visible field. */
  readonly others: readonly string[];
};

export const noProblems: ProblemsByField = { at: new Map(), others: [] };

function byField(problems: readonly FieldProblem[], form: QuestionForm): ProblemsByField {
  const at = new Map<ProblemField, string>();
  const others: string[] = [];
  for (const { path, error, params } of problems) {
    const spot = spotOf(path, form);
    const text = textOfCode(error, params);
    if (spot === undefined) others.push(text);
    else if (!at.has(spot)) at.set(spot, text);
  }
  return { at, others };
}

/** The server's problems, by field. */
export function refusedProblems(error: unknown, form: QuestionForm): ProblemsByField {
  if (error instanceof ApiError && error.errors.length > 0) return byField([...error.errors], form);
  return { at: new Map(), others: textsOfError(error) };
}

/** The form's own problems, by field; missing answers are reported by the counters. */
export function ownProblems(problems: readonly FieldProblem[], form: QuestionForm): ProblemsByField {
  return byField(
    problems.filter((one) => one.path !== 'answers'),
    form,
  );
}
