/**
 * How a wrong password gets into the audit log: the first of an account in an hour as an entry of its own, the others
 * as one number when the hour is over (AUTH-7).
 */
export const inAuditLog = (nthOfHour: number): 'entry' | 'number' => (nthOfHour === 1 ? 'entry' : 'number');

/** The number to note for an hour that is over: what has no entry of its own. */
export const notedForHour = (failures: number): number => Math.max(0, failures - 1);
