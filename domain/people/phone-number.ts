import { type FieldProblem, problem } from '../errors.ts';

/** How many digits a number has that can be dialled from anywhere (E.164); Romanian ones from 0 have ten. */
const fewest = 7;
const most = 15;
const romanian = 10;

/**
 * Whether a text is a phone number: digits after an optional +, grouped by spaces, dots, dashes, slashes or brackets.
 * A number that begins with a single 0 is a Romanian one.
 */
export function isPhoneNumber(text: string): boolean {
  if (!/^\+?[\d ./()-]+$/.test(text)) return false;
  const digits = text.replace(/\D/g, '');
  if (/^0[1-9]/.test(digits) && !text.startsWith('+')) return digits.length === romanian;
  return digits.length >= fewest && digits.length <= most;
}

/** What is wrong with a phone number, reported at its field. */
export function phoneProblems(text: string, field: string): readonly FieldProblem[] {
  return isPhoneNumber(text.trim()) ? [] : [problem(field, 'validation.phone')];
}
