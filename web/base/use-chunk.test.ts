import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { chunk } from './chunk.ts';
import { useChunk } from './use-chunk.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('[EXAM-8] retries a chunk that does not load, without affecting the page', async () => {
  const fetchModule = vi.fn(async () => {
    if (fetchModule.mock.calls.length < 3) throw new TypeError('no connection');
    return { name: 'later' };
  });
  const part = chunk(fetchModule);
  const { result, rerender } = renderHook(({ isEnabled }) => useChunk(part, isEnabled), {
    initialProps: { isEnabled: false },
  });
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(fetchModule).not.toHaveBeenCalled();
  rerender({ isEnabled: true });
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(result.current).toBeUndefined();
  await act(() => vi.advanceTimersByTimeAsync(6000));
  expect(result.current).toEqual({ name: 'later' });
});
