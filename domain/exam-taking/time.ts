/** Moments are milliseconds since 1970 on the database's clock; rules never read a clock themselves. */
export type Moment = number;

/** What was ticked in time still counts if it arrives within this time after the deadline (EXAM-8). */
export const graceSeconds = 60;

/** How long after the last countable save an overdue exam is closed, so that no save in flight meets a closed exam. */
export const closingSlackSeconds = 5;

const second = 1000;
const minute = 60 * second;

/** The slot of an appointment, with the granted extra minutes. */
export type Slot = {
  readonly startsAt: Moment;
  readonly endsAt: Moment;
  readonly extraMinutes: number;
};

/** The end of the time in which an exam can begin; extra time extends it (EXAM-11). */
export const lastStart = ({ endsAt, extraMinutes }: Slot): Moment => endsAt + extraMinutes * minute;

export type StartWindow =
  | { readonly status: 'open' }
  | { readonly status: 'tooEarly'; readonly startsAt: Moment }
  | { readonly status: 'tooLate'; readonly endedAt: Moment }
  | { readonly status: 'none' };

/** Whether an exam can begin now: only within the slot of its appointment (EXAM-2). */
export function startWindow(slot: Slot | undefined, now: Moment): StartWindow {
  if (!slot) return { status: 'none' };
  if (now < slot.startsAt) return { status: 'tooEarly', startsAt: slot.startsAt };
  const end = lastStart(slot);
  return now < end ? { status: 'open' } : { status: 'tooLate', endedAt: end };
}

/**
 * When a sitting that begins at `startedAt` ends: after its duration or with its slot, whichever is earlier, plus extra
 * time (EXAM-19). A simulation has no slot.
 */
export function deadlineOf(startedAt: Moment, durationSeconds: number, slot?: Slot): Moment {
  const full = startedAt + durationSeconds * second;
  return slot ? Math.min(full, slot.endsAt) + slot.extraMinutes * minute : full;
}

/** The latest arrival time of a save that still counts. */
const countsUntil = (deadline: Moment): Moment => deadline + graceSeconds * second;

/** Whether a save that arrived at a given time still counts. */
export const arrivedInTime = (arrivedAt: Moment, deadline: Moment): boolean =>
  arrivedAt <= countsUntil(deadline);
