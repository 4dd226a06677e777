import { describe, expect, it } from 'vitest';
import { chooseEnrolment } from './enrolment.ts';

const medicine = { id: 4 };
const pharmacy = { id: 9 };

describe('the enrolment of a sign-in', () => {
  it('[AUTH-2] is the named one, the first without a choice, or none', () => {
    expect(chooseEnrolment([medicine, pharmacy], 9)).toBe(pharmacy);
    expect(chooseEnrolment([medicine, pharmacy], undefined)).toBe(medicine);
    expect(chooseEnrolment([], undefined)).toBeUndefined();
  });

  it('[ROLE-7] is never another user’s', () => {
    expect(() => chooseEnrolment([medicine, pharmacy], 5)).toThrow('auth.enrolmentUnknown');
    expect(() => chooseEnrolment([], 4)).toThrow('auth.enrolmentUnknown');
  });
});
