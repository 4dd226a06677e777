import { describe, expect, it } from 'vitest';
import {
  formatDate,
  formatDateTime,
  formatLongDate,
  formatNumber,
  formatPercent,
  formatTime,
} from './format.ts';

describe('dates and times', () => {
  it('[UX-3] shows a calendar day as day/month/year', () => {
    expect(formatDate('2026-02-03')).toBe('03/02/2026');
  });

  it("[UX-3] shows a moment in the university's time zone, in winter and in summer", () => {
    expect(formatDateTime('2026-01-15T22:30:00Z')).toBe('16/01/2026 00:30');
    expect(formatDateTime('2026-07-15T21:30:00Z')).toBe('16/07/2026 00:30');
  });

  it('[UX-4] uses the 24-hour clock', () => {
    expect(formatTime('2026-01-15T13:05:00Z')).toBe('15:05');
    expect(formatTime('2026-01-15T22:00:00Z')).toBe('00:00');
  });

  it.each([null, undefined, '', 'soon'])("[UX-5] %j shows as '-'", (value) => {
    expect(formatDate(value)).toBe('-');
    expect(formatTime(value)).toBe('-');
    expect(formatDateTime(value)).toBe('-');
  });

  it('[UX-1] writes a day in words in the current language', () => {
    const day = new Date('2026-11-15T10:00:00Z');
    expect(formatLongDate(day, 'ro')).toBe('duminică, 15 noiembrie 2026');
    expect(formatLongDate(day, 'fr')).toBe('dimanche 15 novembre 2026');
    expect(formatLongDate(day, 'en')).toMatch(/^Sunday,? 15 November 2026$/);
    const first = new Date('2026-12-01T10:00:00Z');
    expect(formatLongDate(first, 'fr')).toBe('mardi 1er décembre 2026');
    expect(formatLongDate(first, 'ro')).toBe('marți, 1 decembrie 2026');
    expect(formatLongDate(new Date('2026-12-11T10:00:00Z'), 'fr')).toBe('vendredi 11 décembre 2026');
  });
});

it('[UX-1] formats numbers with the separators of the language', () => {
  expect(formatNumber(1234.5, 'ro', 2)).toBe('1.234,50');
  expect(formatNumber(1234.5, 'en', 2)).toBe('1,234.50');
  expect(formatNumber(1234.5, 'fr', 2).replaceAll(/\s/g, ' ')).toBe('1 234,50');
  expect(formatNumber(7, 'ro')).toBe('7');
});

it('[UX-1] writes percentages as the language does', () => {
  const shown = (['ro', 'en', 'fr'] as const).map((language) =>
    formatPercent(0.456, language).replaceAll(/\s/g, ' '),
  );
  expect(shown).toEqual(['46 %', '46%', '46 %']);
});
