import { afterEach, expect, it, vi } from 'vitest';
import { ChunkError, chunk, chunkTimeoutMilliseconds } from './chunk.ts';

afterEach(() => vi.useRealTimers());

it('[NAV-1] a part of the program is fetched once', async () => {
  const fetchModule = vi.fn(async () => 'module');
  const part = chunk(fetchModule);
  expect(await part.load()).toBe('module');
  expect(await part.load()).toBe('module');
  expect(fetchModule).toHaveBeenCalledTimes(1);
});

it('[NAV-1] waits 120 seconds, not longer', async () => {
  vi.useFakeTimers();
  expect(chunkTimeoutMilliseconds).toBe(120_000);
  const outcome = vi.fn();
  chunk(() => new Promise(() => undefined))
    .load()
    .catch(outcome);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(outcome).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome).toHaveBeenCalledWith(expect.any(ChunkError));
});

it('[NAV-1] after a failure the next load tries again', async () => {
  const fetchModule = vi.fn(async () => 'module');
  fetchModule.mockRejectedValueOnce(new Error('offline'));
  const part = chunk(fetchModule);
  await expect(part.load()).rejects.toBeInstanceOf(ChunkError);
  expect(await part.load()).toBe('module');
});

it('[NAV-1] a failure stays for drawing until it is asked for again', async () => {
  const fetchModule = vi.fn(async () => 'module');
  fetchModule.mockRejectedValueOnce(new Error('offline'));
  const part = chunk(fetchModule);
  const failure: unknown = await part.last().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ChunkError);
  await expect(part.last()).rejects.toBe(failure);
  expect(fetchModule).toHaveBeenCalledTimes(1);
  (failure as ChunkError).retry();
  expect(await part.last()).toBe('module');
  expect(await part.load()).toBe('module');
  expect(fetchModule).toHaveBeenCalledTimes(2);
});
