import { expect, it } from 'vitest';
import { creditedMinutes, mayReopen } from './reopening.ts';

const at = (time: string) => Date.parse(`2026-06-10T${time}Z`);

it('credits the given minutes before the deadline, and after it also the time since', () => {
  expect(creditedMinutes(at('11:00:00'), at('10:40:00'), 10)).toBe(10);
  expect(creditedMinutes(at('11:00:00'), at('11:00:00'), 10)).toBe(10);
  expect(creditedMinutes(at('11:00:00'), at('11:20:01'), 30)).toBe(51);
});

it('[EXAM-7] reopens an exam until its key can open, and never without a slot', () => {
  expect(mayReopen(at('11:00:00'), at('10:40:00'))).toBe(true);
  expect(mayReopen(at('11:00:00'), at('11:01:00'))).toBe(true);
  expect(mayReopen(at('11:00:00'), at('11:01:01'))).toBe(false);
  expect(mayReopen(undefined, at('10:40:00'))).toBe(false);
});
