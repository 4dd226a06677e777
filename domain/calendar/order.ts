import { type FieldProblem, problem } from '../errors.ts';

/** Whether a span ends before it starts; a side that is open is before and after nothing. */
const isReversed = (start: string | number | null, end: string | number | null) =>
  start !== null && end !== null && end < start;

/** The problem of a span that ends before it starts, reported at its end. */
export function reversedSpan(
  start: string | number | null,
  end: string | number | null,
  endField: string,
): readonly FieldProblem[] {
  return isReversed(start, end) ? [problem(endField, 'validation.endBeforeStart')] : [];
}
