import type { Moment } from '../exam-taking/time.ts';

/** How long before the first slot of a session its exams are frozen. */
export const freezeHours = 12;
const freezeMilliseconds = freezeHours * 3_600_000;

/** When the sittings of one custom exam in one session begin and end, including extra time. */
export type SittingSpan = { readonly firstStart: Moment; readonly lastEnd: Moment };

/**
 * Whether a custom exam's questions are frozen: from twelve hours before the first slot of a session, when papers are
 * drawn, until the last sitting of that session is over.
 */
export function isFrozen({ firstStart, lastEnd }: SittingSpan, now: Moment): boolean {
  return now >= firstStart - freezeMilliseconds && now < lastEnd;
}
