/** How long a failure counts, in milliseconds; it fades gradually. */
const memory = 60_000;
/** More failures than these are an attack and not the typos of a morning. */
const many = 20;

/** Counts the recent wrong passwords from networks where nobody has signed in. */
export function strangerFailures() {
  let level = 0;
  let at = 0;
  const levelAt = (now: number) => level * Math.exp(Math.min(0, at - now) / memory);
  return {
    note: (now: number): void => {
      level = levelAt(now) + 1;
      at = now;
    },
    areMany: (now: number): boolean => levelAt(now) > many,
  };
}
