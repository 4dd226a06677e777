export type PaceLimits = {
  /** How many may come at once. */
  readonly burst: number;
  /** How many may come in the long run. */
  readonly perSecond: number;
};

/** Resolves when the person may go on; nobody is refused. */
export type Pace = (person: number) => Promise<void>;

/**
 * Limits how often each person does something: what exceeds the limits waits, in the order it came. Keeps one number
 * for each person.
 */
export function openPace({ burst, perSecond }: PaceLimits): Pace {
  const interval = 1000 / perSecond;
  const nextAt = new Map<number, number>();
  return async (person) => {
    const now = performance.now();
    const at = Math.max(nextAt.get(person) ?? Number.NEGATIVE_INFINITY, now - (burst - 1) * interval);
    nextAt.set(person, at + interval);
    if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now));
  };
}
