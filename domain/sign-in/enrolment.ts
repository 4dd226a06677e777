import { refuse } from '#domain/errors.ts';

/**
 * The enrolment a student signs in with: the one they name, otherwise the first; undefined when there is none. Naming
 * another student's enrolment is refused as if it did not exist (AUTH-2, ROLE-7).
 */
export function chooseEnrolment<E extends { readonly id: number }>(
  own: readonly E[],
  named: number | undefined,
): E | undefined {
  if (named === undefined) return own[0];
  return own.find((enrolment) => enrolment.id === named) ?? refuse('auth.enrolmentUnknown');
}
