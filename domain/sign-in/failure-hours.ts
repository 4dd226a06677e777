/**
 * How wrong passwords enter the audit log: the first of an account in an hour as its own entry, the rest as one count
 * when the hour is over (AUTH-7).
 */
export const inAuditLog = (nthOfHour: number): 'entry' | 'number' => (nthOfHour === 1 ? 'entry' : 'number');

/** The count to log for a past hour: failures without their own entry. */
export const notedForHour = (failures: number): number => Math.max(0, failures - 1);
