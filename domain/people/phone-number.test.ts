import { describe, expect, test } from 'vitest';
import { isPhoneNumber, phoneProblems } from './phone-number.ts';

describe('[STRUCT-5] a phone number', () => {
  test.each([
    '0712345678',
    '+40 712 345 678',
    '0040 712 345 678',
    '(0265) 215-551',
    '+49 30/901820',
    '1234567',
  ])('[STRUCT-5] %s is valid', (text) => expect(isPhoneNumber(text)).toBe(true));

  test.each([
    '07x',
    '07',
    '071234567',
    '07123456789',
    '123456',
    '+',
    '1234567890123456',
    '0712 345 678 int. 4',
    '٠٧١٢٣٤٥٦٧٨',
    '07+12345678',
  ])('[STRUCT-5] %s is invalid', (text) => expect(isPhoneNumber(text)).toBe(false));

  test('[STRUCT-5] reports an invalid number at its field', () => {
    expect(phoneProblems(' 0712345678 ', 'phoneNumber')).toEqual([]);
    expect(phoneProblems('07x', 'phoneNumber')).toEqual([
      { path: 'phoneNumber', error: 'validation.phone', params: {} },
    ]);
  });
});
