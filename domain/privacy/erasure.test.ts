import { expect, it, test } from 'vitest';
import { type ErasureFacts, erasureBlocker, pseudonymOf } from './erasure.ts';

const free: ErasureFacts = {
  name: 'Ana Pop',
  isSelf: false,
  isErased: false,
  isStaff: false,
  isSitting: false,
  hasAppointment: false,
  isFileRead: false,
  retainedUntil: null,
};

test.each([
  [{}, undefined],
  [{ isErased: true, isSitting: true }, 'privacy.erased'],
  [{ isSelf: true }, 'privacy.self'],
  [{ isStaff: true, retainedUntil: '2027-02-01' }, 'privacy.staff'],
  [{ isSitting: true }, 'privacy.sitting'],
  [{ hasAppointment: true }, 'privacy.booked'],
  [{ retainedUntil: '2027-02-01', isFileRead: true }, 'privacy.kept'],
  [{ isFileRead: true }, 'privacy.fileRead'],
] as const)('[SAFE-14] with %o erasure is refused with %s', (changed, error) => {
  expect(erasureBlocker({ ...free, ...changed })?.error).toBe(error);
});

it('[SAFE-14] a refusal names the day until which results stay with the person', () => {
  expect(erasureBlocker({ ...free, retainedUntil: '2027-02-01' })?.params).toEqual({ day: '2027-02-01' });
});

it('[SAFE-14] a pseudonym reveals nothing but the number', () => {
  expect(pseudonymOf(12)).toEqual({ name: '#12', email: 'erased-12@erased.invalid' });
});
