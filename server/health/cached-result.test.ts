import { afterEach, expect, it, vi } from 'vitest';
import { cachedResult } from './cached-result.ts';

afterEach(() => vi.useRealTimers());

it('[ADMIN-1] asks once for callers at the same time, and keeps the result', async () => {
  let reads = 0;
  const read = cachedResult(60_000, async () => {
    reads += 1;
    return reads;
  });
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  expect([await read(), reads]).toEqual([1, 1]);
});

it('[ADMIN-1] returns the old result while it asks again unless it is very old, and keeps no failure', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let reads = 0;
  const read = cachedResult(1000, async () => {
    reads += 1;
    if (reads === 1) throw new Error('down');
    return reads;
  });
  await expect(read()).rejects.toThrow('down');
  expect(await read()).toBe(2);
  vi.advanceTimersByTime(1500);
  expect(await read()).toBe(2);
  await expect.poll(read).toBe(3);
  vi.advanceTimersByTime(2500);
  expect(await read()).toBe(4);
});
