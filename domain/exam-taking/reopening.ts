import type { Moment } from './time.ts';

const minute = 60_000;

/**
 * The extra minutes that a reopened exam is credited: those given, and those that passed since its deadline. The
 * student thus has at least the given minutes from now on.
 */
export const creditedMinutes = (deadline: Moment, now: Moment, given: number): number =>
  given + Math.max(0, Math.ceil((now - deadline) / minute));
