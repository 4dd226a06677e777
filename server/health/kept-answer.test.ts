import { expect, it } from 'vitest';
import { keptAnswer } from './kept-answer.ts';

it('[ADMIN-1] asks once for callers at the same time, and keeps the answer', async () => {
  let asked = 0;
  const answer = keptAnswer(60_000, async () => {
    asked += 1;
    return asked;
  });
  expect(await Promise.all([answer(), answer()])).toEqual([1, 1]);
  expect([await answer(), asked]).toEqual([1, 1]);
});

it('[ADMIN-1] gives the old answer while it asks again, and keeps no failure', async () => {
  let asked = 0;
  const answer = keptAnswer(-1, async () => {
    asked += 1;
    if (asked === 1) throw new Error('down');
    return asked;
  });
  await expect(answer()).rejects.toThrow('down');
  expect(await answer()).toBe(2);
  expect(await answer()).toBe(2);
  await expect.poll(answer).toBeGreaterThan(2);
});
