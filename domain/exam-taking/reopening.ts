import { countsUntil, type Moment } from './time.ts';

const minute = 60_000;

/**
 * Whether a finished official exam may be reopened: until the first key to one of its questions can open,
 * even if keys stay hidden afterwards. `slotEnds` are the ends after which keys open.
 */
export const mayReopen = (slotEnds: readonly Moment[], now: Moment): boolean =>
  slotEnds.length > 0 && slotEnds.every((end) => now <= countsUntil(end));

/**
 * The extra minutes credited to a reopened exam: those given, plus those since its deadline. The student then
 * has at least the given minutes from now on.
 */
export const creditedMinutes = (deadline: Moment, now: Moment, given: number): number =>
  given + Math.max(0, Math.ceil((now - deadline) / minute));
