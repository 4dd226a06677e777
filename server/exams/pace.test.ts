import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openPace } from './pace.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('[SAFE-17] lets a burst of one person pass at once, then so many per second, in order, without delaying others', async () => {
  const pace = openPace({ burst: 3, perSecond: 2 });
  const passed: string[] = [];
  const send = (person: number, name: string) => void pace(person).then(() => passed.push(name));
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) send(1, name);
  send(2, 'b1');
  await vi.advanceTimersByTimeAsync(0);
  expect(passed).toEqual(['a1', 'a2', 'a3', 'b1']);
  await vi.advanceTimersByTimeAsync(500);
  expect(passed.slice(4)).toEqual(['a4']);
  await vi.advanceTimersByTimeAsync(500);
  expect(passed.slice(5)).toEqual(['a5']);
  // After a pause the whole burst is free again, but not more.
  await vi.advanceTimersByTimeAsync(60_000);
  for (const name of ['a6', 'a7', 'a8', 'a9']) send(1, name);
  await vi.advanceTimersByTimeAsync(0);
  expect(passed.slice(6)).toEqual(['a6', 'a7', 'a8']);
});
