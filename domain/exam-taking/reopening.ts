import { keyOpensAt } from './key-opening.ts';
import type { Moment } from './time.ts';

const minute = 60_000;

/**
 * Whether a finished official exam may be reopened: until its key can open, even if the key stays hidden
 * afterwards. `questionsUsedUntil` is undefined without an appointment.
 */
export const mayReopen = (questionsUsedUntil: Moment | undefined, now: Moment): boolean =>
  questionsUsedUntil !== undefined && now <= keyOpensAt(questionsUsedUntil);

/**
 * The extra minutes credited to a reopened exam: those given, plus those since its deadline. The student then
 * has at least the given minutes from now on.
 */
export const creditedMinutes = (deadline: Moment, now: Moment, given: number): number =>
  given + Math.max(0, Math.ceil((now - deadline) / minute));
