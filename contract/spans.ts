import { instantOf } from '#domain/calendar/moment.ts';
import { type FieldProblem, problem } from '#domain/errors.ts';
import type { Entity } from './entity.ts';
import type { Field } from './field.ts';

type Bound = string | number;

const isBound = (value: unknown): value is Bound =>
  typeof value === 'number' || (typeof value === 'string' && value !== '');

/**
 * Days, years and date-times may start and end together; hours of a day may not, because such a slot would be empty.
 */
function isReversed(type: Field['type'], start: Bound, end: Bound): boolean {
  if (type === 'datetime-local') return instantOf(String(end)) < instantOf(String(start));
  return type === 'time' ? end <= start : end < start;
}

/** The spans of a draft that end before they start, each reported at its end; open spans are ignored. */
export function spanProblems(
  entity: Entity,
  draft: Readonly<Record<string, unknown>>,
): readonly FieldProblem[] {
  return Object.entries(entity.fields).flatMap(([name, field]) => {
    const [start, end] = [draft[field.from ?? ''], draft[name]];
    if (field.from === undefined || !isBound(start) || !isBound(end)) return [];
    return isReversed(field.type, start, end) ? [problem(name, 'validation.endBeforeStart')] : [];
  });
}
