/**
 * The deadline of the exam on the page's monotonic clock, in milliseconds: the best estimate, and the bounds set by all
 * server responses so far. The computer's wall clock is not used.
 */
export type ExamClock = {
  readonly deadline: number;
  readonly earliest: number;
  readonly latest: number;
};

/** The timing of a server response: `remainingSeconds` were left at some moment between request and response. */
export type ServerTiming = {
  readonly remainingSeconds: number;
  readonly sentAt: number;
  readonly receivedAt: number;
};

const second = 1000;
/** The server rounds to the nearest second. */
const rounding = second / 2;

/** The bounds one response sets. Zero seconds left is true at any moment after the end, so it sets no lower bound. */
const boundsOf = ({ remainingSeconds, sentAt, receivedAt }: ServerTiming) => ({
  earliest: remainingSeconds > 0 ? sentAt + remainingSeconds * second - rounding : Number.NEGATIVE_INFINITY,
  latest: receivedAt + remainingSeconds * second + rounding,
});

/**
 * Updates the estimate with one more response. Each response narrows the bounds, and the deadline moves only as far as
 * they require, so the shown time does not jump. A response that contradicts the bounds means that time was credited,
 * or that the page's clock stopped while the computer slept; then the new bounds replace the old ones.
 */
export function updateClock(clock: ExamClock | undefined, timing: ServerTiming): ExamClock {
  const bounds = boundsOf(timing);
  if (clock === undefined) {
    const middle = (timing.sentAt + timing.receivedAt) / 2 + timing.remainingSeconds * second;
    return { ...bounds, deadline: middle };
  }
  const contradicts = bounds.latest < clock.earliest || bounds.earliest > clock.latest;
  const earliest = contradicts ? bounds.earliest : Math.max(bounds.earliest, clock.earliest);
  const latest = contradicts ? bounds.latest : Math.min(bounds.latest, clock.latest);
  return { earliest, latest, deadline: Math.min(Math.max(clock.deadline, earliest), latest) };
}

/** Whole seconds left; the last one is shown until it is over. */
export const secondsLeft = ({ deadline }: ExamClock, now: number): number =>
  Math.max(0, Math.ceil((deadline - now) / second));

/** When the shown time next changes. */
export const nextChange = ({ deadline }: ExamClock, now: number): number => {
  const rest = (deadline - now) % second;
  return rest > 0 ? rest : second;
};

/** The minutes before the end at which a warning is shown. */
const warnings = [10, 5, 1] as const;
export type Warning = (typeof warnings)[number];

/** The warning due between two moments, if any; the last one when there are several. */
export const warningBetween = (before: number, now: number): Warning | undefined =>
  warnings.findLast((minutes) => before > minutes * 60 && now <= minutes * 60 && now > 0);

/** From here on the time is highlighted (design: amber, never blinking). */
export const isShort = (seconds: number): boolean => seconds <= 5 * 60;
