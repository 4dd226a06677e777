import { type FieldProblem, problem } from '../errors.ts';

/** The number of digits of an international number (E.164); Romanian numbers that start with 0 have ten. */
const minDigits = 7;
const maxDigits = 15;
const romanian = 10;

/**
 * Whether a text is a phone number: digits after an optional +, grouped by spaces, dots, dashes, slashes or brackets. A
 * number that starts with a single 0 is Romanian.
 */
export function isPhoneNumber(text: string): boolean {
  if (!/^\+?[\d ./()-]+$/.test(text)) return false;
  const digits = text.replace(/\D/g, '');
  if (/^0[1-9]/.test(digits) && !text.startsWith('+')) return digits.length === romanian;
  return digits.length >= minDigits && digits.length <= maxDigits;
}

/** The problems of a phone number, reported at its field. */
export function phoneProblems(text: string, field: string): readonly FieldProblem[] {
  return isPhoneNumber(text.trim()) ? [] : [problem(field, 'validation.phone')];
}
