/** Recent wrong passwords, this one included. */
export type Failures = {
  readonly ofAccount: number;
  /** How many different accounts were tried from the same address. */
  readonly accountsFromAddress: number;
};

/** How far back wrong passwords count, in minutes. */
export const accountMemory = 15;
export const addressMemory = 10;

const first = 500;
const longest = 10_000;
/** A room of students shares one address; some of them mistype. Beyond this many accounts it is no accident. */
const patienceWithAddress = 30;

const doubled = (start: number, times: number) => Math.min(longest, start * 2 ** Math.min(times, 20));

/**
 * How many milliseconds after its arrival a wrong password is answered: longer with each failure of the account, and
 * for every account once an address has failed on many. The right password is never held back, nor is a student who sits an
 * exam and has signed in from this network before (AUTH-7).
 */
export function answerAfter({ ofAccount, accountsFromAddress }: Failures, sitsHere = false): number {
  if (sitsHere) return first;
  const excess = accountsFromAddress - patienceWithAddress;
  return Math.max(
    doubled(first, Math.max(0, ofAccount - 1)),
    excess > 0 ? doubled(first, 1 + excess / 5) : 0,
  );
}

/** Answers held back at a time: more of them are refused soon instead of keeping connections open. */
export const heldBack = { perAccount: 3, altogether: 200 } as const;

/**
 * How many milliseconds after its arrival such an excess of wrong passwords is refused: late enough that the moment
 * does not tell how long the check took, and so whether the address exists.
 */
export const throttledAfter = first;
