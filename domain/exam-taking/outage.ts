import type { Moment } from './time.ts';

const second = 1000;
const minute = 60 * second;

/** How often a server writes its heartbeat. */
export const beatSeconds = 10;
/** A longer gap between the heartbeats of all processes is an outage. */
export const outageSeconds = 60;
/** How long the exams of an outage stay open without a decision. */
export const decisionMinutes = 30;

/** From the last heartbeat until a server ran again. */
export type Outage = { readonly from: Moment; readonly until: Moment };

/** Whether the gap since the last heartbeat is an outage. */
export const isOutage = (lastBeat: Moment, now: Moment): boolean => now - lastBeat > outageSeconds * second;

type InterruptedExam = {
  readonly startedAt: Moment;
  readonly deadline: Moment;
  /** The deadline when the outage ended, if time was credited since. */
  readonly deadlineAtOutageEnd?: Moment;
};

/**
 * The extra minutes that give back what an outage took from a running exam: the part of the outage before its
 * deadline of that time, and, if the deadline has passed since, the time that passed after it. The student then has the
 * lost time from now on. What was credited for another outage is not credited again.
 */
export function outageMinutes(
  { startedAt, deadline, deadlineAtOutageEnd = deadline }: InterruptedExam,
  { from, until }: Outage,
  now: Moment,
): number {
  const lost = Math.max(0, Math.min(deadlineAtOutageEnd, until) - Math.max(from, startedAt));
  const past = Math.max(0, now - deadline);
  return Math.ceil((lost + past) / minute);
}

/** The maximum extra time of an appointment. */
export const maxExtraMinutes = 720;

/** Whether an outage took more than the maximum extra time, so that it cannot be credited. */
export const isTooLongToCredit = ({ from, until }: Outage): boolean =>
  until - from > maxExtraMinutes * minute;

type AppointmentTime = {
  readonly endsAt: Moment;
  readonly extraMinutes: number;
  readonly nextStart: Moment | undefined;
};
export type CreditProblem = 'tooMuch' | 'elsewhere';

/**
 * Why an appointment cannot be extended: too much in total, or the student has another appointment by then.
 */
export function creditProblem(
  { endsAt, extraMinutes, nextStart }: AppointmentTime,
  minutes: number,
): CreditProblem | undefined {
  const total = extraMinutes + minutes;
  if (total > maxExtraMinutes) return 'tooMuch';
  return nextStart !== undefined && endsAt + total * minute > nextStart ? 'elsewhere' : undefined;
}
