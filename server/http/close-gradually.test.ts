import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeGradually } from './close-gradually.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

let closed = 0;
const timeOut = (count: number) => {
  closed = 0;
  for (let n = 0; n < count; n += 1)
    closeGradually(() => {
      closed += 1;
    });
};

it('[SAFE-17] closes a connection that times out alone at once', () => {
  timeOut(1);
  vi.advanceTimersByTime(1);
  expect(closed).toBe(1);
});

it('[SAFE-17] closes connections that time out together a few at a time', () => {
  timeOut(1000);
  expect(closed).toBe(0);
  for (let before = 0; closed < 1000; before = closed) {
    vi.advanceTimersToNextTimer();
    expect(closed - before).toBeGreaterThan(0);
    expect(closed - before).toBeLessThanOrEqual(2);
  }
});

it.each([1000, 20_000])('[SAFE-17] has closed most of %d connections after five seconds', (count) => {
  timeOut(count);
  vi.advanceTimersByTime(5000);
  expect(closed).toBeGreaterThan(count / 2);
  vi.advanceTimersByTime(60_000);
  expect(closed).toBe(count);
});
