import { beforeAll, beforeEach, vi } from 'vitest';
import { wallClockOf } from '#domain/calendar/moment.ts';

/** The seconds left of the university's day. */
function secondsOfDay(): number {
  const [hours = 0, minutes = 0, seconds = 0] = wallClockOf(new Date()).slice(11, 19).split(':').map(Number);
  return 86_400 - 3600 * hours - 60 * minutes - seconds;
}

const awayFromMidnight = (seconds: number) => () =>
  vi.waitUntil(() => secondsOfDay() > seconds, { timeout: 100_000, interval: 500 });

// Tests that say "today" do not begin shortly before midnight.
beforeAll(awayFromMidnight(60));
beforeEach(awayFromMidnight(20));
