import { describe, expect, test } from 'vitest';
import { parseWallClock } from './wall-clock.ts';

describe('[UX-3] a day with a time is written day/month/year hours:minutes', () => {
  test.each([
    ['05/01/2026 10:30', '2026-01-05T10:30'],
    ['5/1/2026  9:05', '2026-01-05T09:05'],
    ['05.01.2026, 10:30', '2026-01-05T10:30'],
    ['05/01/2026 1:30 PM', '2026-01-05T13:30'],
    ['2026-01-05T10:30', '2026-01-05T10:30'],
  ])('[UX-3] parses "%s" as %s', (typed, stored) => {
    expect(parseWallClock(typed)).toBe(stored);
  });

  test.each(['', '05/01/2026', '10:30', '31/02/2026 10:30', '05/01/2026 24:00', '05/01/2026 noon'])(
    '[UX-3] rejects "%s"',
    (typed) => {
      expect(parseWallClock(typed)).toBeUndefined();
    },
  );
});
