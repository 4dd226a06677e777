import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { delay, interruptibleDelay } from './delay.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('delay', () => {
  it('resolves when the time is over, not before', async () => {
    const done = vi.fn();
    void delay(500).then(done);
    await vi.advanceTimersByTimeAsync(499);
    expect(done).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toHaveBeenCalled();
  });

  it('rejects with the signal’s reason and clears its timer', async () => {
    const controller = new AbortController();
    const waiting = delay(500, controller.signal);
    controller.abort('no longer needed');
    await expect(waiting).rejects.toBe('no longer needed');
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('interruptible delay', () => {
  it('ends when woken, and can be used again', async () => {
    const { wait, wake } = interruptibleDelay();
    const first = wait(10_000);
    wake();
    await first;
    const again = vi.fn();
    void wait(10).then(again);
    await vi.advanceTimersByTimeAsync(10);
    expect(again).toHaveBeenCalled();
  });
});
