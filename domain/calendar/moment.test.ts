import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { daysLater, instantOf, parseMoment } from './moment.ts';

describe('[APPT-7] a date-time without an offset is the wall clock of Bucharest', () => {
  test.each([
    ['2026-01-15T10:00', '2026-01-15T08:00:00Z'],
    ['2026-07-15T10:00', '2026-07-15T07:00:00Z'],
    ['2026-07-15T10:00:30', '2026-07-15T07:00:30Z'],
    ['2026-07-15T10:00+02:00', '2026-07-15T08:00:00Z'],
    ['2026-07-15T10:00Z', '2026-07-15T10:00:00Z'],
    // The last minute before and the first minute after each clock change.
    ['2026-03-29T02:59', '2026-03-29T00:59:00Z'],
    ['2026-03-29T04:00', '2026-03-29T01:00:00Z'],
    ['2026-10-25T02:59', '2026-10-24T23:59:00Z'],
    ['2026-10-25T04:00', '2026-10-25T02:00:00Z'],
  ])('[APPT-7] %s is %s', (moment, instant) => {
    expect(new Date(instantOf(moment)).toISOString()).toBe(new Date(instant).toISOString());
  });

  it('[APPT-7] a later wall-clock time is never earlier by more than the repeated hour', () => {
    const minute = fc.integer({ min: 0, max: 60 * 24 * 365 });
    const written = (minutes: number) =>
      new Date(Date.UTC(2026, 0, 1) + minutes * 60_000).toISOString().slice(0, 16);
    fc.assert(
      fc.property(minute, minute, (one, other) => {
        const [sooner, later] = [Math.min(one, other), Math.max(one, other)];
        expect(instantOf(written(later)) - instantOf(written(sooner))).toBeGreaterThanOrEqual(-3_600_000);
      }),
    );
  });
});

describe('[UX-4] a date-time is an existing ISO day and time, with an offset that some clock on earth has', () => {
  test.each([
    '2026-01-05T10:00',
    '2026-01-05T10:00:59.123456789',
    '2026-01-05T10:00Z',
    '2026-01-05T10:00+14:00',
    '2026-01-05T10:00-12:00',
    '2024-02-29T23:59:59Z',
  ])('[UX-4] %s is valid', (text) => {
    expect(parseMoment(` ${text} `)).toBe(text);
    expect(Number.isFinite(instantOf(text))).toBe(true);
  });

  test.each([
    '',
    '2026-01-05',
    '2026-01-05 10:00',
    '2026-01-05T24:00',
    '2026-01-05T10:60',
    '2026-12-31T23:59:60Z',
    '2026-02-29T10:00',
    '2026-00-10T10:00',
    '2026-01-05T10:00+14:01',
    '2026-01-05T10:00+15:59',
    '2026-01-05T10:00-23:59',
    '2026-01-05T10:00+23:59',
    '2026-01-05T10:00+99:00',
    '2026-01-05T10:00+02:60',
    '2026-01-05T10:00+0200',
    '2026-01-05T10:00:00.1234567890',
    '+275760-09-13T00:00:00.000Z',
    '-000001-01-01T00:00:00Z',
    '10000-01-01T00:00',
  ])('[UX-4] "%s" is invalid', (text) => {
    expect(parseMoment(text)).toBeUndefined();
  });
});

describe('[APPT-7] days later', () => {
  it('[APPT-7] is the same wall-clock time, and keeps fractions of a second', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 700 }), fc.integer({ min: 0, max: 30 }), (first, days) => {
        // Noon exists once on every day.
        const noon = (n: number) => `${new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10)}T12:00`;
        expect(daysLater(instantOf(noon(first)) + 0.25, days)).toBe(instantOf(noon(first + days)) + 0.25);
      }),
    );
  });

  it('[APPT-7] none later is the same moment, also in the repeated hour', () => {
    for (const moment of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'])
      expect(daysLater(Date.parse(moment), 0)).toBe(Date.parse(moment));
  });
});
