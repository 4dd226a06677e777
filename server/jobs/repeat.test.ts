import type { FastifyBaseLogger } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pauseUnless } from './batches.ts';
import { repeat, watchJobs } from './repeat.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const error = vi.fn();
const log = { error } as unknown as FastifyBaseLogger;

it('[SAFE-17] a job whose last round failed is stalled until one succeeds', async () => {
  let isBroken = true;
  const jobs = watchJobs();
  const job = repeat(1000, log, async () => {
    if (isBroken) throw new Error('the table is away');
  });
  jobs.add([repeat(1000, log, async () => {}), job]);
  await vi.advanceTimersByTimeAsync(0);
  expect(jobs.isStalled()).toBe(true);
  expect(error).toHaveBeenCalledOnce();
  isBroken = false;
  await vi.advanceTimersByTimeAsync(1000);
  expect(jobs.isStalled()).toBe(false);
});

it('[SAFE-17] a job whose round never ends is stalled; a long round is not', async () => {
  const job = repeat(1000, log, () => new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(9 * 60_000);
  expect(job.isStalled()).toBe(false);
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  expect(job.isStalled()).toBe(true);
});

it('[OPS-5] a long round is told that the process stops; ending for that is no failure', async () => {
  vi.useRealTimers();
  error.mockClear();
  let pauses = 0;
  const job = repeat(1000, log, async (stopping) => {
    for (;;) {
      await pauseUnless(stopping)(performance.now());
      pauses += 1;
    }
  });
  await expect.poll(() => pauses).toBeGreaterThan(2);
  await job.stop();
  expect(error).not.toHaveBeenCalled();
});
