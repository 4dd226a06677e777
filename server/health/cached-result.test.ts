import { expect, it } from 'vitest';
import { cachedResult } from './cached-result.ts';

it('[ADMIN-1] asks once for callers at the same time, and keeps the answer', async () => {
  let asked = 0;
  const result = cachedResult(60_000, async () => {
    asked += 1;
    return asked;
  });
  expect(await Promise.all([result(), result()])).toEqual([1, 1]);
  expect([await result(), asked]).toEqual([1, 1]);
});

it('[ADMIN-1] gives the old answer while it asks again, and keeps no failure', async () => {
  let asked = 0;
  const result = cachedResult(-1, async () => {
    asked += 1;
    if (asked === 1) throw new Error('down');
    return asked;
  });
  await expect(result()).rejects.toThrow('down');
  expect(await result()).toBe(2);
  expect(await result()).toBe(2);
  await expect.poll(result).toBeGreaterThan(2);
});
