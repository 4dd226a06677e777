import { expect, test } from 'vitest';
import { shownCount } from './distinct-exams.ts';

test.each([
  ['0', '0'],
  ['999', '999'],
  ['1234567', '1,234,567'],
  ['12345678', '≈ 1.2 × 10⁷'],
  ['3249999999999999999999', '≈ 3.2 × 10²¹'],
  ['3250000000000000000000', '≈ 3.3 × 10²¹'],
  ['9960000000', '≈ 1.0 × 10¹⁰'],
  ['9949999999', '≈ 9.9 × 10⁹'],
])('[DISC-6] formats %s different exams as %s', (digits, text) => {
  expect(shownCount(digits, 'en')).toBe(text);
});

test('[UX-1] uses the language’s decimal separator', () => {
  expect(shownCount('3249999999999999999999', 'ro')).toBe('≈ 3,2 × 10²¹');
  expect(shownCount('3249999999999999999999', 'fr')).toBe('≈ 3,2 × 10²¹');
});
