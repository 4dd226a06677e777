import { expect, it } from 'vitest';
import { timeBetween } from './time-used.ts';

it.each([
  ['08:00:00', '09:05:07', { hours: 1, minutes: 5, seconds: 7 }],
  ['08:00:00', '08:00:59', { hours: 0, minutes: 0, seconds: 59 }],
  ['08:00:00', '07:00:00', { hours: 0, minutes: 0, seconds: 0 }],
])('[RESU-1] from %s to %s', (from, to, time) => {
  expect(timeBetween(`2026-02-03T${from}Z`, `2026-02-03T${to}Z`)).toEqual(time);
});
