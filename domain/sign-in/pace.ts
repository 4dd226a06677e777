/** Recent wrong passwords, this one included. */
export type Failures = {
  readonly ofAccount: number;
  /** How many different accounts were tried from the same address. */
  readonly accountsFromAddress: number;
};

/** The time window in which wrong passwords count, in minutes. */
export const accountMemory = 15;
export const addressMemory = 10;

const first = 500;
const longest = 10_000;
/**
 * A room of students shares one address, and some mistype. More failed accounts than this are not an
 * accident.
 */
const allowedFailures = 30;

const doubled = (start: number, times: number) => Math.min(longest, start * 2 ** Math.min(times, 20));

/**
 * The delay in milliseconds, from arrival, before a wrong password is answered. It grows with each failure of the
 * account, and for all accounts once an address has failed on many. The right password is never delayed, nor is a
 * student who is taking an exam and has signed in from this network before (AUTH-7).
 */
export function responseDelay({ ofAccount, accountsFromAddress }: Failures, sitsHere = false): number {
  if (sitsHere) return first;
  const excess = accountsFromAddress - allowedFailures;
  return Math.max(
    doubled(first, Math.max(0, ofAccount - 1)),
    excess > 0 ? doubled(first, 1 + excess / 5) : 0,
  );
}

/** The maximum number of concurrently delayed responses; more are refused early instead of keeping connections open. */
export const maxDelayed = { perAccount: 3, altogether: 200 } as const;

/**
 * The delay in milliseconds, from arrival, before an excess wrong password is refused. It is long enough to hide how
 * long the check took, and so whether the address exists.
 */
export const throttledAfter = first;
