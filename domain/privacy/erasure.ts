import type { ErrorCode, ErrorParams } from '../errors.ts';

/** The inputs that decide whether a person can be erased. */
export type ErasureFacts = {
  readonly name: string;
  readonly isSelf: boolean;
  readonly isErased: boolean;
  /** Whether the person is an administrator, teacher, secretary or dean. */
  readonly isStaff: boolean;
  readonly isSitting: boolean;
  /** Whether the person has an appointment that is not over. */
  readonly hasAppointment: boolean;
  /** Whether the rows of a student file are being stored: those of the person could follow the erasure. */
  readonly isFileRead: boolean;
  /** The day until which results stay connected with the person; null when there are none or it is over. */
  readonly retainedUntil: string | null;
};

export type Blocker = { readonly error: ErrorCode; readonly params: ErrorParams };

/** Why a person cannot be erased now; the first of several reasons. */
export function erasureBlocker(facts: ErasureFacts): Blocker | undefined {
  const { name, retainedUntil } = facts;
  if (facts.isErased) return { error: 'privacy.erased', params: {} };
  if (facts.isSelf) return { error: 'privacy.self', params: {} };
  if (facts.isStaff) return { error: 'privacy.staff', params: { name } };
  if (facts.isSitting) return { error: 'privacy.sitting', params: { name } };
  if (facts.hasAppointment) return { error: 'privacy.booked', params: { name } };
  if (retainedUntil !== null) return { error: 'privacy.kept', params: { day: retainedUntil } };
  return facts.isFileRead ? { error: 'privacy.fileRead', params: {} } : undefined;
}

/** The name and address under which the exams of an erased person stay. */
export const pseudonymOf = (userId: number): { readonly name: string; readonly email: string } => ({
  name: `#${userId}`,
  email: `erased-${userId}@erased.invalid`,
});

/** The address of an account that was left, once its own address has a new owner. */
export const leftAddressOf = (userId: number): string => `left-${userId}@erased.invalid`;
