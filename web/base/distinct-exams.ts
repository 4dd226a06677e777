import type { Language } from '#i18n/languages.ts';
import { formatNumber } from './format.ts';

/** Numbers up to a million are written out; larger ones use powers of ten. */
const maxDigits = 7;
const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Formats a whole number of any length: `4 200`, or `≈ 3.2 × 10²¹`. */
export function shownCount(digits: string, language: Language): string {
  if (digits.length <= maxDigits) return formatNumber(Number(digits), language);
  const rounded = (BigInt(digits.slice(0, 3)) + 5n) / 10n;
  const overflows = rounded === 100n;
  const mantissa = overflows ? 1 : Number(rounded) / 10;
  const exponent = String(digits.length - (overflows ? 0 : 1));
  const power = [...exponent].map((digit) => raised[Number(digit)]).join('');
  return `≈ ${formatNumber(mantissa, language, 1)} × 10${power}`;
}
