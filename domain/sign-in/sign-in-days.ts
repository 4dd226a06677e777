/**
 * How sign-ins enter the audit log: the first of an account on a day as entries of their own, the rest as one count when
 * the day is over (AUTH-7).
 */
export const entriesOfDay = 20;

/** The count to log for a past day: sign-ins without their own entry. */
export const notedForDay = (signIns: number): number => Math.max(0, signIns - entriesOfDay);
