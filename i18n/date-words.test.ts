import { expect, it } from 'vitest';
import { dateWords } from './date-words.ts';

it('writes the first of a month as an ordinal in French, and only there', () => {
  const first = new Date('2026-12-01T10:00:00Z');
  const timeZone = 'Europe/Bucharest';
  expect(dateWords(first, 'fr', { timeZone, dateStyle: 'full' })).toBe('mardi 1er décembre 2026');
  expect(dateWords(first, 'fr', { timeZone, dateStyle: 'long' })).toBe('1er décembre 2026');
  expect(dateWords(first, 'ro', { timeZone, dateStyle: 'full' })).toBe('marți, 1 decembrie 2026');
  const later = new Date('2026-12-11T10:00:00Z');
  expect(dateWords(later, 'fr', { timeZone, dateStyle: 'full' })).toBe('vendredi 11 décembre 2026');
});
