import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parseTimeOfDay } from './time-of-day.ts';

describe('[UX-4] a time is HH:MM in 24 hours', () => {
  test.each([
    ['08:30', '08:30'],
    ['8:30', '08:30'],
    ['23:59', '23:59'],
    ['00:00', '00:00'],
    ['08:30:15', '08:30'],
    ['12:00 AM', '00:00'],
    ['12:30 pm', '12:30'],
    ['1:05 p.m.', '13:05'],
    ['11:59PM', '23:59'],
    ['2026-01-05T14:20:00', '14:20'],
    ['2026-01-05T14:20:00+02:00', '14:20'],
    [' 07:15 ', '07:15'],
  ])('[UX-4] "%s" becomes %s', (typed, stored) => {
    expect(parseTimeOfDay(typed)).toBe(stored);
  });

  test.each([
    '',
    '24:00',
    '12:60',
    '8',
    '8.30',
    '13:00 PM',
    '0:30 AM',
    'amiază',
    '2026-01-05',
    '2026-01-05T14:20 and more',
  ])('[UX-4] rejects "%s"', (typed) => {
    expect(parseTimeOfDay(typed)).toBeUndefined();
  });

  it('[UX-4] every minute of the day parses the same in 24-hour and 12-hour form', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }), (hour, minute) => {
        const minutes = String(minute).padStart(2, '0');
        const stored = `${String(hour).padStart(2, '0')}:${minutes}`;
        const twelve = `${hour % 12 === 0 ? 12 : hour % 12}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`;
        expect(parseTimeOfDay(stored)).toBe(stored);
        expect(parseTimeOfDay(twelve)).toBe(stored);
      }),
    );
  });
});
