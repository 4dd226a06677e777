import { countsUntil, type Moment } from './time.ts';

const minute = 60_000;

/**
 * Whether a finished official exam may be reopened: until no answer to the same questions can count any more, also
 * where the key stays hidden afterwards.
 */
export const mayReopen = (lastSlotEnd: Moment | undefined, now: Moment): boolean =>
  lastSlotEnd !== undefined && now <= countsUntil(lastSlotEnd);

/**
 * The extra minutes that a reopened exam is credited: those given, and those that passed since its deadline. The
 * student thus has at least the given minutes from now on.
 */
export const creditedMinutes = (deadline: Moment, now: Moment, given: number): number =>
  given + Math.max(0, Math.ceil((now - deadline) / minute));
