import { afterEach, expect, it, vi } from 'vitest';
import { ChunkError, chunk, chunkTimeoutMilliseconds } from './chunk.ts';

afterEach(() => vi.useRealTimers());

it('[NAV-1] fetches a chunk once', async () => {
  const fetchModule = vi.fn(async () => 'module');
  const part = chunk(fetchModule);
  expect(await part.load()).toBe('module');
  expect(await part.load()).toBe('module');
  expect(fetchModule).toHaveBeenCalledTimes(1);
});

it('[NAV-1] times out after 120 seconds', async () => {
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

it('[NAV-1] retries on the next load after a failure', async () => {
  const fetchModule = vi.fn(async () => 'module');
  fetchModule.mockRejectedValueOnce(new Error('offline'));
  const part = chunk(fetchModule);
  await expect(part.load()).rejects.toBeInstanceOf(ChunkError);
  expect(await part.load()).toBe('module');
});

it('[NAV-1] keeps a failure for rendering until a retry', async () => {
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
