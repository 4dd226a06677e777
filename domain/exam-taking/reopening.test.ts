import { expect, it } from 'vitest';
import { creditedMinutes } from './reopening.ts';

const at = (time: string) => Date.parse(`2026-06-10T${time}Z`);

it('credits the given minutes while the deadline is ahead, and also the time since it has passed', () => {
  expect(creditedMinutes(at('11:00:00'), at('10:40:00'), 10)).toBe(10);
  expect(creditedMinutes(at('11:00:00'), at('11:00:00'), 10)).toBe(10);
  expect(creditedMinutes(at('11:00:00'), at('11:20:01'), 30)).toBe(51);
});
