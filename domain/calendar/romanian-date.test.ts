import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parseDay, showDay } from './romanian-date.ts';

describe('[UX-3] days are written day/month/year and stored ISO', () => {
  test.each([
    ['01/02/2026', '2026-02-01'],
    ['1/2/2026', '2026-02-01'],
    ['31.12.2025', '2025-12-31'],
    ['29-02-2024', '2024-02-29'],
    ['2026-02-01', '2026-02-01'],
    ['  01/02/2026 ', '2026-02-01'],
  ])('[UX-3] parses "%s" as %s', (typed, stored) => {
    expect(parseDay(typed)).toBe(stored);
  });

  test.each([
    '',
    '31/02/2026',
    '29/02/2025',
    '12/13/2026',
    '0/1/2026',
    '01/02/26',
    '2026-2-1',
    'mâine',
    '1/2',
  ])('[UX-3] rejects "%s"', (typed) => {
    expect(parseDay(typed)).toBeUndefined();
  });

  test.each([
    ['2026-02-01', '01/02/2026'],
    ['2026-02-01T10:00:00Z', '01/02/2026'],
    [null, '-'],
    [undefined, '-'],
    ['', '-'],
  ])('[UX-5] shows %s as %s', (stored, shown) => {
    expect(showDay(stored)).toBe(shown);
  });

  it('[UX-3] a formatted day parses back to the same day', () => {
    const days = fc
      .date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(days, (day) => {
        expect(parseDay(showDay(day))).toBe(day);
      }),
    );
  });
});
