import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Refusal } from '#domain/errors.ts';
import { type Arrival, openTurns } from './turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const arrival = (account: string): Arrival => ({
  account,
  network: '10.0.0.1',
  arrivedAt: performance.now(),
  evidence: { pair: { failures: 0, known: false, sitting: false }, network: { failed: 0, people: 0 } },
  answerBy: performance.now() + 20_000,
  sendBack: (seconds) => new Refusal('auth.queued', { seconds, ticket: 'ticket' }),
});

it('[SAFE-18] refuses no arrival while the queue is empty, even if turns are estimated as slow', async () => {
  const turns = openTurns({ atOnce: 1, milliseconds: 10 * 60_000 });
  let release = () => {};
  const working = turns.take(arrival('first'), async () => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    return { value: 'first', outcome: 'right' };
  });
  const second = () => turns.take(arrival('second'), async () => ({ value: 'second', outcome: 'right' }));
  const sentBack = expect(second()).rejects.toMatchObject({ code: 'auth.queued' });
  const isSettled = vi.fn();
  void sentBack.then(isSettled);
  await vi.advanceTimersByTimeAsync(8999);
  expect(isSettled).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await sentBack;
  release();
  expect(await working).toBe('first');
  await vi.advanceTimersByTimeAsync(0);
  expect(await second()).toBe('second');
});

it('[SAFE-18] refuses an arrival that would wait too long without queueing it', async () => {
  const turns = openTurns({ atOnce: 1, milliseconds: 60_000 });
  let release = () => {};
  turns.refuseIfTooLong(arrival('first'));
  const working = turns.take(arrival('first'), async () => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    return { value: 'first', outcome: 'right' };
  });
  expect(() => turns.refuseIfTooLong(arrival('second'))).toThrow(
    expect.objectContaining({ code: 'auth.queued' }),
  );
  expect(turns.isBusy()).toBe(false);
  turns.refuseIfTooLong({ ...arrival('patient'), answerBy: Number.POSITIVE_INFINITY });
  release();
  await working;
});
